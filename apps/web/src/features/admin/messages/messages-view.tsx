import {
  type AdminMessage,
  handleMessage,
  listAdminMessages,
  MESSAGE_NOTE_MAX,
  reopenMessage,
} from '@quorate/contract/admin-messages';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { countOf } from '@quorate/ui/format';
import { callApi } from '../../../lib/api-client.ts';
import { AdminList, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';
import { useReasonedAct } from '../parts/reasoned-act.tsx';

/** What visitors wrote by the contact form; those that wait first. */
export function MessagesView() {
  const list = useAdminList({
    endpoint: listAdminMessages,
    perPage: 10,
    filters: {
      search: { label: 'Name, email, subject or text' },
      handled: {
        label: 'Messages',
        options: [
          { value: 'no', label: 'Open' },
          { value: 'yes', label: 'Handled' },
          { value: 'all', label: 'All' },
        ],
      },
    },
  });
  const { ask, notices } = useReasonedAct();
  const open = list.reply.data?.open;

  const askFor = ({ message_id, subject, note, handled_at }: AdminMessage) => {
    const isOpen = handled_at === null;
    ask({
      title: isOpen ? 'Is this message handled?' : 'Open this message again?',
      words: <p className="wrap-anywhere">{subject}</p>,
      act: actWords(isOpen),
      failure: 'The message was not changed',
      asked: {
        label: 'Note (optional)',
        hint: 'Stays with the message, and is deleted with it.',
        min: 0,
        max: MESSAGE_NOTE_MAX,
        value: note ?? '',
      },
      run: async (typed) => {
        const input = { params: { message_id }, body: { note: typed } };
        await callApi(isOpen ? handleMessage : reopenMessage, input);
        return isOpen ? 'Marked as handled.' : 'Open again.';
      },
    });
  };

  return (
    <AdminPage
      title="Messages"
      lead={`What visitors sent through the contact form.${open === undefined ? '' : ` ${countOf(open, 'message')} to answer.`}`}
    >
      {notices}
      <AdminList
        list={list}
        rows="messages"
        caption="Messages"
        empty="No message matches. Try another search or filter."
        never="Nothing to answer."
        show={({ messages }) => (
          <ul aria-label="Messages" className="space-y-3">
            {messages.map((message) => (
              <MessageItem
                key={message.message_id}
                message={message}
                onAct={() => askFor(message)}
              />
            ))}
          </ul>
        )}
      />
    </AdminPage>
  );
}

function actWords(isOpen: boolean): string {
  return isOpen ? 'Mark as handled' : 'Open again';
}

type MessageItemProps = { message: AdminMessage; onAct: () => void };

function MessageItem({ message, onAct }: MessageItemProps) {
  const { name, email, subject, created_at, handled_at, handled_by, note } = message;
  const act = actWords(handled_at === null);
  return (
    <li className="rounded-card border border-line bg-surface p-4 text-small">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{subject}</p>
          <p className="wrap-anywhere text-muted">
            {name}, {email}, <Moment at={created_at} />
          </p>
        </div>
        {handled_at === null ? <Badge tone="brand">Open</Badge> : <Badge>Handled</Badge>}
      </div>
      <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">{message.message}</p>
      {handled_at !== null && (
        <p className="mt-2 text-muted">
          Handled by {handled_by ?? 'a deleted account'}, <Moment at={handled_at} />
        </p>
      )}
      {note !== null && <p className="mt-2 max-w-prose wrap-anywhere text-muted">Note: {note}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={replyTo(message)} className={buttonClass('secondary', 'small')}>
          Reply by mail<span className="sr-only"> to {name}</span>
        </a>
        <Button variant="secondary" size="small" aria-label={`${act}: ${subject}`} onClick={onAct}>
          {act}
        </Button>
      </div>
    </li>
  );
}

/** Opens the reader's own mail program; what was written stands below, as answers have it. */
function replyTo({ email, subject, message }: AdminMessage): string {
  const quoted = message
    .slice(0, 1_000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const fields = { subject: `Re: ${subject}`, body: `\r\n\r\n${quoted}` };
  const query = Object.entries(fields).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
