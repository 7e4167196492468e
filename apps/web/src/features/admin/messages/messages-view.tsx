import type { AdminMessage } from '@quorate/contract/admin-messages';
import { DoneNotice } from '@quorate/ui/done-notice';
import { countOf } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { useState } from 'react';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { MessageItem } from './message-item.tsx';
import { useMessageActs, useMessages } from './messages.api.ts';
import { NoteDialog } from './note-dialog.tsx';

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
