import { plural, t } from '@lingui/core/macro';
import { getTradeStatistics, type Trade, type TradeStatistics } from '@quorate/contract/trades';
import { Button } from '@quorate/ui/button';
import { formatCount, formatList } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatTime } from '@quorate/ui/time-format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { type Practice, usePractice } from '../../lib/query/hosted-accounts.ts';
import { selectionQuery, sortQuery } from '../../lib/trade-selection.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { accountName, type ExportFilter, otherWords, periodName } from './export-filter.ts';
import { StatementTrades } from './statement-trades.tsx';

type StatementProps = {
  userId: string;
  username: string;
  timeZone: string;
  filter: ExportFilter;
  /** Address of the trade history with the same filter. */
  back: string;
  figures: (statistics: TradeStatistics) => ReactNode;
};

/** A page to print: whose trades, of what time, their figures, and every one of them. */
export function StatementPage(props: StatementProps) {
  const { userId, filter, timeZone, back } = props;
  const statement = useStatement(userId, filter, timeZone);
  const practice = usePractice(userId);
  return (
    <div className="wrap pt-6 pb-10 md:pt-8 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <LinkButton
          to={back}
          variant="quiet"
          size="small"
        >{t`Back to the trade history`}</LinkButton>
        <Button onClick={() => window.print()} disabled={!statement.data}>{t`Print`}</Button>
      </div>
      {statement.isError && (
        <RetryNotice
          title={t`Failed to load the statement`}
          error={statement.error}
          onRetry={() => void statement.refetch()}
          busy={statement.isFetching}
        />
      )}
      {statement.isPending && (
        <div role="status">
          <span className="sr-only">{t`Loading the statement`}</span>
          <Skeleton className="h-12 w-72" />
          <Skeleton className="mt-8 h-80 w-full" />
        </div>
      )}
      {statement.data && <Sheet {...props} statement={statement.data} practice={practice} />}
    </div>
  );
}

function Sheet({
  practice,
  username,
  timeZone,
  filter,
  figures,
  statement,
}: StatementProps & { statement: Statement; practice: Practice }) {
  const { trades, total, statistics, currencies, generatedAt } = statement;
  const selected = otherWords(filter);
  const others = currencies.filter(({ currency }) => currency !== statistics.currency);
  return (
    <article>
      <h1 className="font-serif text-title font-medium">{t`Trading statement`}</h1>
      <dl className="mt-4 mb-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-small">
        <Line label={t`Account holder`}>{username}</Line>
        <Line label={t`Accounts`}>
          {/* Such trades are listed beside no others, so one tells of all. */}
          {accountName(filter, trades?.[0]?.account_type === 'practice' ? 'alone' : practice)}
        </Line>
        <Line label={t`Period`}>{periodName(filter)}</Line>
        {selected !== null && <Line label={t`Selected`}>{selected}</Line>}
        <Line label={t`Times`}>{timeZone}</Line>
        <Line label={t`Generated`}>{formatTime(generatedAt, timeZone)}</Line>
      </dl>
      <div className="print:break-inside-avoid print:[&_dl]:grid-cols-4 print:[&_dl]:py-3">
        {figures(statistics)}
      </div>
      {others.length > 0 && (
        <p className="border-t border-line pt-3 text-small text-muted">
          {t`The figures are of ${statistics.currency}.`}{' '}
          {t`${formatList(
            others.map(
              ({ currency, total_trades: count }) =>
                t`${plural(count, { one: '# closed trade', other: '# closed trades' })} in ${currency}`,
            ),
            'unit',
          )} not included.`}
        </p>
      )}
      {trades ? (
        <StatementTrades trades={trades} timeZone={timeZone} />
      ) : (
        <Notice
          tone="info"
          title={t`${formatCount(total)} trades are too many to print`}
          className="mt-6"
        >{t`A statement lists up to ${formatCount(STATEMENT_TRADES_MAX)}. Export them as CSV, or choose a shorter period.`}</Notice>
      )}
    </article>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

/** More than a person prints; a file is better then. */
const STATEMENT_TRADES_MAX = 5_000;

const PAGE_ROWS = 500;

type Statement = {
  /** null when there are more than the most. */
  trades: Trade[] | null;
  total: number;
  statistics: TradeStatistics;
  currencies: { currency: string; total_trades: number }[];
  generatedAt: string;
};

/** Everything a statement shows, read once: it says of itself when it was made. */
function useStatement(userId: string, filter: ExportFilter, timeZone: string) {
  return useQuery({
    queryKey: ['statement', userId, filter, timeZone],
    queryFn: ({ signal }) => readStatement(userId, filter, timeZone, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function readStatement(
  userId: string,
  filter: ExportFilter,
  timeZone: string,
  signal: AbortSignal,
): Promise<Statement> {
  const page = (number: number) =>
    callApi(
      getTradeStatistics,
      {
        params: { user_id: userId },
        query: {
          ...selectionQuery(filter, timeZone),
          ...sortQuery(filter),
          ...(filter.currency === null ? {} : { currency: filter.currency }),
          page: number,
          per_page: PAGE_ROWS,
        },
      },
      { signal },
    );
  const first = await page(1);
  const { total, total_pages: pages } = first.pagination;
  const trades = total > STATEMENT_TRADES_MAX ? null : [...first.recent_trades];
  // One after the other: a statement is no reason to ask ten times at once.
  for (let number = 2; trades && number <= pages; number += 1) {
    const next = await page(number);
    trades.push(...next.recent_trades);
  }
  return {
    trades,
    total,
    statistics: first.statistics,
    currencies: first.currencies,
    generatedAt: new Date().toISOString(),
  };
}
