import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      search: { label: t`Name, email, subject or text` },
      handled: {
        label: t`Messages`,
        options: [
          { value: 'no', label: t({ message: 'Open', context: 'a message to answer' }) },
          { value: 'yes', label: t`Handled` },
          { value: 'all', label: t({ message: 'All', context: 'messages' }) },
        ],
      },
    },
  });
  const { ask, notices } = useReasonedAct();
  const open = list.reply.data?.open;

  const askFor = ({ message_id, subject, note, handled_at }: AdminMessage) => {
    const isOpen = handled_at === null;
    ask({
      title: isOpen ? t`Is this message handled?` : t`Open this message again?`,
      words: <p className="wrap-anywhere">{subject}</p>,
      act: actWords(isOpen),
      failure: t`The message was not changed`,
      asked: {
        label: t`Note (optional)`,
        hint: t`Stays with the message, and is deleted with it.`,
        min: 0,
        max: MESSAGE_NOTE_MAX,
        value: note ?? '',
      },
      run: async (typed) => {
        const input = { params: { message_id }, body: { note: typed } };
        await callApi(isOpen ? handleMessage : reopenMessage, input);
        return isOpen ? t`Marked as handled.` : t`Open again.`;
      },
    });
  };

  return (
    <AdminPage
      title={t`Messages`}
      lead={[
        t`What visitors sent through the contact form.`,
        open !== undefined &&
          plural(open, { one: '# message to answer.', other: '# messages to answer.' }),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {notices}
      <AdminList
        list={list}
        rows="messages"
        noun={t`messages`}
        caption={t`Messages`}
        empty={t`No message matches. Try another search or filter.`}
        never={t`Nothing to answer.`}
        show={({ messages }) => (
          <ul aria-label={t`Messages`} className="space-y-3">
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
  return isOpen ? t`Mark as handled` : t`Open again`;
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
        {handled_at === null ? (
          <Badge tone="brand">{t({ message: 'Open', context: 'a message to answer' })}</Badge>
        ) : (
          <Badge>{t`Handled`}</Badge>
        )}
      </div>
      <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">{message.message}</p>
      {handled_at !== null && (
        <p className="mt-2 text-muted">
          {t`Handled by`} {handled_by ?? t`a deleted account`}, <Moment at={handled_at} />
        </p>
      )}
      {note !== null && (
        <p className="mt-2 max-w-prose wrap-anywhere text-muted">{t`Note: ${note}`}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={replyTo(message)} className={buttonClass('secondary', 'small')}>
          <Trans>
            Reply by mail<span className="sr-only"> to {name}</span>
          </Trans>
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
  const fields = { subject: t`Re: ${subject}`, body: `\r\n\r\n${quoted}` };
  const query = Object.entries(fields).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
