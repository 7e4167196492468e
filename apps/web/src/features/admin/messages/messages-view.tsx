import {
  type AdminMessage,
  handleMessage,
  listAdminMessages,
  MESSAGE_NOTE_MAX,
  reopenMessage,
} from '@quorate/contract/admin-messages';
import type { CallInput } from '@quorate/contract/endpoint';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { countOf } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { TextArea } from '@quorate/ui/text-area';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useConfirmed } from '../../../lib/use-confirmed.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';

type Asked = { message: AdminMessage; act: 'handle' | 'reopen' };

/** What visitors wrote by the contact form; those that wait first. */
export function MessagesView({ operatorId }: { operatorId: string }) {
  const [filter, change] = useAddressFilter({ handled: ['no', 'yes', 'all'], search: 'text' });
  const { handled, search, page } = filter;
  const messages = useMessages(operatorId, {
    page,
    per_page: 10,
    ...(handled !== 'all' && { handled }),
    ...(search !== '' && { search }),
  });
  const act = useMessageActs(operatorId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const open = messages.data?.open;
  return (
    <AdminPage
      title="Messages"
      lead={
        open === undefined
          ? 'What visitors wrote by the contact form.'
          : `What visitors wrote by the contact form. ${countOf(open, 'message')} to answer.`
      }
    >
      <DoneNotice>{done}</DoneNotice>
      {asked && (
        <NoteDialog
          {...asked}
          run={async (note) => {
            await act(asked.message.message_id, asked.act, note);
            setDone(asked.act === 'handle' ? 'Marked as handled.' : 'Open again.');
          }}
          onClose={() => setAsked(null)}
        />
      )}
      <FilterBar label="Which messages">
        <SearchField
          label="Name, e-mail, subject or words"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <SelectField
          label="Messages"
          value={handled}
          options={[
            { value: 'no', label: 'Open' },
            { value: 'yes', label: 'Handled' },
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => change({ handled: value })}
        />
      </FilterBar>
      <PagedList
        query={messages}
        noun="messages"
        empty={handled === 'no' && search === '' ? 'Nothing to answer.' : 'No message fits.'}
        onPage={(next) => change({ page: next })}
      >
        {({ messages: rows }) => (
          <ul aria-label="Messages" className="space-y-3">
            {rows.map((message) => (
              <MessageItem
                key={message.message_id}
                message={message}
                onAct={(which) => {
                  setDone(null);
                  setAsked({ message, act: which });
                }}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </AdminPage>
  );
}

export type MessageQuery = NonNullable<CallInput<typeof listAdminMessages>['query']>;

export function useMessages(operatorId: string, query: MessageQuery) {
  return useQuery({
    queryKey: ['operator', operatorId, 'messages', query],
    queryFn: ({ signal }) => callApi(listAdminMessages, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useMessageActs(operatorId: string) {
  const queryClient = useQueryClient();
  return async (messageId: string, act: 'handle' | 'reopen', note: string) => {
    const input = { params: { message_id: messageId }, body: { note } };
    await callApi(act === 'handle' ? handleMessage : reopenMessage, input);
    await queryClient.invalidateQueries({ queryKey: ['operator', operatorId, 'messages'] });
  };
}

type NoteDialogProps = {
  message: AdminMessage;
  act: 'handle' | 'reopen';
  run: (note: string) => Promise<void>;
  onClose: () => void;
};

/** What was done about a message, for whoever reads it next. */
export function NoteDialog({ message, act, run, onClose }: NoteDialogProps) {
  const [note, setNote] = useState(message.note ?? '');
  const { busy, error, submit } = useConfirmed(async () => {
    await run(note.trim());
    onClose();
  });
  const words = act === 'handle' ? 'Mark as handled' : 'Open again';
  return (
    <Dialog title={words} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(undefined);
        }}
      >
        <FailureNotice title="The message was not changed" error={error} />
        <p className="text-small wrap-anywhere">{message.subject}</p>
        <TextArea
          label="Note (optional)"
          hint="Stays with the message, and is deleted with it."
          rows={3}
          maxLength={MESSAGE_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {words}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type MessageItemProps = { message: AdminMessage; onAct: (act: 'handle' | 'reopen') => void };

export function MessageItem({ message, onAct }: MessageItemProps) {
  const { name, email, subject, created_at, handled_at, handled_by, note } = message;
  const act = handled_at === null ? 'handle' : 'reopen';
  return (
    <li className="rounded-card border border-line bg-surface p-4 text-small">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
          Handled by {handled_by ?? 'an account that is gone'}, <Moment at={handled_at} />
        </p>
      )}
      {note !== null && <p className="mt-2 max-w-prose wrap-anywhere text-muted">Note: {note}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={replyTo(message)} className={buttonClass('secondary', 'small')}>
          Reply by mail<span className="sr-only"> to {name}</span>
        </a>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${act === 'handle' ? 'Mark as handled' : 'Open again'}: ${subject}`}
          onClick={() => onAct(act)}
        >
          {act === 'handle' ? 'Mark as handled' : 'Open again'}
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
