import { t } from '@lingui/core/macro';
import { Panel } from '@quorate/ui/panel';
import { useIsDemo } from '../../lib/demo.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { EntryEditor } from './entry-editor.tsx';

type TradeJournalProps = {
  userId: string;
  accountId: string;
  positionTicket: string;
  timeZone: string;
};

/** What its owner writes about a trade. Nothing in the demo, where nobody writes. */
export function TradeJournal({ userId, accountId, positionTicket, timeZone }: TradeJournalProps) {
  if (useIsDemo()) return null;
  return (
    <QueryProvider>
      <Panel title={t`Your notes`}>
        <EntryEditor
          userId={userId}
          place={{ accountId, positionTicket }}
          timeZone={timeZone}
          placeholder={t`What did you see, what did you do, and what would you do again?`}
        />
      </Panel>
    </QueryProvider>
  );
}

type DayJournalProps = {
  userId: string;
  /** Of the viewer's zone: 2026-03-02. */
  day: string;
  timeZone: string;
};

/** What its owner writes about a day. */
export function DayJournal({ userId, day, timeZone }: DayJournalProps) {
  if (useIsDemo()) return null;
  return (
    <QueryProvider>
      <EntryEditor
        userId={userId}
        place={{ day }}
        timeZone={timeZone}
        placeholder={t`How was the market, how were you, and what did you learn?`}
      />
    </QueryProvider>
  );
}
