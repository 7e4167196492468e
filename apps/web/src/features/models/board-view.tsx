import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BOARD_SORTS, type BoardSort, OTHER_SYMBOLS } from '@quorate/contract/board-terms';
import type { ModelsReply } from '@quorate/contract/models-board';
import { analystName } from '@quorate/ui/analyst-name';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatCount } from '@quorate/ui/format';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { Skeleton } from '@quorate/ui/skeleton';
import { NOTHING_YET } from '@quorate/ui/stat';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { useCallback } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { useArrival } from '../../lib/use-arrival.ts';
import { useLoad } from '../../lib/use-load.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type BoardAsked, loadBoard } from './board.api.ts';
import { BoardResults } from './board-results.tsx';
import { BoardRows } from './board-rows.tsx';
import { rowName, SORT_WORDS } from './board-words.ts';

const Curves = latePart(
  async () => (await import('../../ui/curve-charts.tsx')).CurveCharts,
  <Skeleton className="h-64 w-full" />,
  t`The curves are missing.`,
).Part;

/** The board, as it was published last: asked of the service while the page is open. */
export function BoardView() {
  const [asked, change] = useAsked();
  const { analyst, symbol, timeframe, sort, page } = asked;
  const load = useCallback(
    (signal: AbortSignal) => loadBoard({ analyst, symbol, timeframe, sort, page }, signal),
    [analyst, symbol, timeframe, sort, page],
  );
  const { data, error, busy, again } = useLoad(load);
  const results = useArrival('results', data !== undefined && data !== null);
  return (
    <>
      {error !== null && (
        <div className="mb-6">
          <RetryNotice
            title={t`The board could not be loaded`}
            error={error}
            onRetry={again}
            busy={busy}
          />
        </div>
      )}
      {data ? (
        <Board data={data} asked={asked} busy={busy} change={change} />
      ) : (
        error === null && <RowsSkeleton loading={t`Loading the board`} />
      )}
      <section id="results" aria-labelledby="results-title" className="mt-14 scroll-mt-24">
        <h2
          ref={results}
          id="results-title"
          className="scroll-mt-24 font-serif text-heading font-medium"
        >{t`Results`}</h2>
        <p className="mt-2 mb-5 max-w-prose text-small text-muted">{t`Closed trades of paid accounts that follow a live decision, were filled as their terminal said, and ended at a price of their bar. Kinds of accounts are never added up. Intervals are 95%, and take the trades of one person as alike.`}</p>
        {data && data.results.length > 0 ? (
          <BoardResults results={data.results} leastAccounts={data.board?.least_accounts ?? 5} />
        ) : (
          <p className="text-small text-muted">
            {data ? t`No trade is counted yet.` : NOTHING_YET}
          </p>
        )}
      </section>
      <Downloads board={data?.board ?? null} />
    </>
  );
}

type BoardProps = {
  data: ModelsReply;
  asked: BoardAsked;
  busy: boolean;
  change: (asked: Partial<BoardAsked>) => void;
};

function Board({ data, asked, busy, change }: BoardProps) {
  const { board, models, pagination } = data;
  if (!board || (board.analysts.length === 0 && models.length === 0)) return <NothingYet />;
  const drawn = models.filter(({ curve }) => curve.length > 0);
  return (
    <div aria-busy={busy}>
      <Filters board={board} asked={asked} change={change} />
      {models.length === 0 ? (
        <EmptyState
          title={t`No row has all of this`}
          action={
            <Button
              variant="secondary"
              onClick={() => change({ analyst: '', symbol: '', timeframe: '', page: 1 })}
            >{t`Show all rows`}</Button>
          }
        />
      ) : (
        <BoardRows models={models} leastOutcomes={board.least_outcomes} />
      )}
      {pagination.total_pages > 1 && (
        <div className="mt-4">
          <Pagination page={pagination} noun={t`rows`} onPage={(page) => change({ page })} />
        </div>
      )}
      {drawn.length > 0 && (
        <section aria-label={t`Reliability`} className="mt-12">
          <Curves
            curves={drawn.map((model) => ({
              id: `${rowName(model)} ${model.model}`,
              name: rowName(model),
              outcomes: model.outcomes,
              curve: model.curve,
            }))}
          />
        </section>
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState title={t`Nothing is ranked yet`}>
      {t`A row appears once 5 paid accounts have decisions whose outcome others agree with, and is ranked from 200 outcomes on.`}
    </EmptyState>
  );
}

type FiltersProps = {
  board: NonNullable<ModelsReply['board']>;
  asked: BoardAsked;
  change: BoardProps['change'];
};

function Filters({ board, asked, change }: FiltersProps) {
  const all = { value: '', label: t`All` };
  const symbolName = (symbol: string) => (symbol === OTHER_SYMBOLS ? t`other symbols` : symbol);
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 md:grid-cols-4">
      <SelectField
        label={t`Model`}
        value={asked.analyst}
        options={[all, ...board.analysts.map((value) => ({ value, label: analystName(value) }))]}
        onChange={(analyst) => change({ analyst, page: 1 })}
      />
      <SelectField
        label={t`Symbol`}
        value={asked.symbol}
        options={[all, ...board.symbols.map((value) => ({ value, label: symbolName(value) }))]}
        onChange={(symbol) => change({ symbol, page: 1 })}
      />
      <SelectField
        label={t`Timeframe`}
        value={asked.timeframe}
        options={[all, ...board.timeframes.map((value) => ({ value, label: value as string }))]}
        onChange={(timeframe) => change({ timeframe, page: 1 })}
      />
      <SelectField
        label={t`Sort by`}
        value={asked.sort}
        options={BOARD_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))}
        onChange={(sort) => change({ sort, page: 1 })}
      />
    </div>
  );
}

/** The filters, as they stand in the address. */
function useAsked(): [BoardAsked, (asked: Partial<BoardAsked>) => void] {
  const [query, setQuery] = useAddressQuery();
  const page = Number(query.get('page') ?? 1);
  const sort = query.get('sort');
  const asked: BoardAsked = {
    analyst: query.get('analyst') ?? '',
    symbol: query.get('symbol') ?? '',
    timeframe: query.get('timeframe') ?? '',
    sort: isSort(sort) ? sort : 'rank',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  };
  const change = (to: Partial<BoardAsked>) =>
    setQuery(
      (now) => {
        for (const [name, value] of Object.entries(to)) {
          if (value === '' || value === 'rank' || value === 1) now.delete(name);
          else now.set(name, String(value));
        }
        return now;
      },
      { preventScrollReset: true },
    );
  return [asked, change];
}

function isSort(text: string | null): text is BoardSort {
  return text !== null && (BOARD_SORTS as readonly string[]).includes(text);
}

function Downloads({ board }: { board: ModelsReply['board'] }) {
  return (
    <section id="downloads" aria-labelledby="downloads-title" className="mt-14 scroll-mt-24">
      <h2 id="downloads-title" className="font-serif text-heading font-medium">{t`On record`}</h2>
      <p className="mt-2 max-w-prose text-small text-muted">
        <Trans>
          Once a day the board becomes an entry of our public log, if it has changed. From then on
          nobody can change what was published, not even we. The proof is a record that{' '}
          <TextLink to="/verify">your browser verifies</TextLink>: it computes every score again.
          The CSV file carries the same proof in its first lines.
        </Trans>
      </p>
      <p className="mt-3 text-small text-muted" role="status">
        {board ? publishedWords(board) : ''}
      </p>
      {board && (
        <p className="mt-4 flex flex-wrap gap-3">
          <a href="/api/models.csv" download className={buttonClass('secondary', 'medium')}>
            {t`Download CSV`}
          </a>
          <a href="/api/models/proof" download className={buttonClass('secondary', 'medium')}>
            {t`Download proof`}
          </a>
        </p>
      )}
    </section>
  );
}

function publishedWords({
  published_at,
  log_index,
  active_traders,
}: NonNullable<ModelsReply['board']>): string {
  const at = formatTime(published_at, viewerTimeZone());
  const traders = plural(active_traders, {
    one: '# person has a counted trade of the last 30 days.',
    other: '# people have a counted trade of the last 30 days.',
  });
  return log_index === null
    ? t`Published ${at}. ${traders}`
    : t`Published ${at}, entry ${formatCount(log_index)} of the log. ${traders}`;
}
