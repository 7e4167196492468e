import { t } from '@lingui/core/macro';
import type { DeskRange } from '@quorate/contract/desk';
import { useNow } from '@quorate/ui/use-now';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { type DeskReply, useDesk } from './desk.api.ts';
import { DeskCurve } from './desk-curve.tsx';
import { DeskDecisions } from './desk-decisions.tsx';
import { DeskHead } from './desk-head.tsx';
import { DeskMonth } from './desk-month.tsx';
import { DeskPlace } from './desk-place.tsx';
import { DeskPositions } from './desk-positions.tsx';
import { DeskStrip } from './desk-strip.tsx';

/** Names the account in the address: a reload and a bookmark show the same desk. */
const ACCOUNT = 'on';

type DeskProps = {
  userId: string;
  timeZone: string;
  /** What stands there for somebody without an account. */
  empty: ReactNode;
  /** What belongs to the accounts: below the desk, first where there is none. */
  children: (isFirst: boolean) => ReactNode;
};

/** The first view: what a trader wants to know within five seconds. */
export function Desk({ userId, timeZone, empty, children }: DeskProps) {
  const [query, setQuery] = useAddressQuery();
  const [range, setRange] = useState<DeskRange>('1m');
  const found = useDesk(userId, { accountId: accountOf(query), range, timeZone });
  const choose = (accountId: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        next.set(ACCOUNT, accountId);
        return next;
      },
      { preventScrollReset: true, replace: true },
    );
  // Made in small steps, between which a press is heard: a slow phone needs a tenth of a second for all of it.
  const shown = useDeferredValue(found.data, undefined);
  if (!shown && !found.isError) return <DeskPlace />;
  return (
    <div className="flex flex-col gap-2 sm:gap-4">
      {found.isError && (
        <RetryNotice
          title={t`Failed to load your desk`}
          error={found.error}
          onRetry={() => void found.refetch()}
          busy={found.isFetching}
        />
      )}
      {shown?.desk ? (
        <Filled
          userId={userId}
          timeZone={timeZone}
          reply={shown}
          range={range}
          isChanging={found.isPlaceholderData}
          onRange={setRange}
          onAccount={choose}
        />
      ) : (
        shown && empty
      )}
      {/* One and the same before and after the first account: its news and the focus stay. */}
      <div className={shown?.desk ? 'mt-2' : '-order-1 mb-2'}>
        {children(shown === undefined || shown.desk === null)}
      </div>
    </div>
  );
}

/** What is no id is nobody's account. */
function accountOf(query: URLSearchParams): string | null {
  const named = query.get(ACCOUNT) ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(named) ? named : null;
}

type FilledProps = {
  userId: string;
  timeZone: string;
  reply: DeskReply;
  range: DeskRange;
  isChanging: boolean;
  onRange: (range: DeskRange) => void;
  onAccount: (accountId: string) => void;
};

/** On a phone the order is state, equity and limits, positions, last decision, then the chart. */
export function Filled({ reply, ...props }: FilledProps) {
  const { desk, accounts, clockAheadMs } = reply;
  const now = useMinute() + clockAheadMs;
  if (!desk) return null;
  const { timeZone } = props;
  const account = accounts.find(({ account_id: id }) => id === desk.account_id);
  const currency = account?.currency ?? 'USD';
  return (
    <>
      <DeskHead {...props} accounts={accounts} desk={desk} clockAheadMs={clockAheadMs} />
      <DeskStrip
        userId={props.userId}
        desk={desk}
        currency={currency}
        isPractice={account?.account_type === 'practice'}
        now={now}
        timeZone={timeZone}
      />
      <div className="grid grid-cols-1 gap-2 sm:gap-4 lg:grid-cols-12">
        <div className="max-lg:order-3 lg:col-span-8">
          <DeskCurve {...props} desk={desk} currency={currency} />
        </div>
        <div className="grid max-lg:order-1 lg:col-span-4">
          <DeskPositions desk={desk} currency={currency} now={now} timeZone={timeZone} />
        </div>
        <div className="grid max-lg:order-2 lg:col-span-8">
          <DeskDecisions decisions={desk.decisions} currency={currency} timeZone={timeZone} />
        </div>
        <div className="max-lg:order-4 lg:col-span-4">
          <DeskMonth month={desk.month} today={desk.today.day} currency={currency} />
        </div>
      </div>
    </>
  );
}

/** The time, whose change redraws no more than it has to. */
function useMinute(): number {
  const now = useNow();
  return Math.floor(now / 30_000) * 30_000;
}
