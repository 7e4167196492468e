import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { DecisionControls } from './decision-controls.tsx';
import { type DecisionFilter, useDecisionFilter } from './decision-filter.ts';
import { DecisionLines, DecisionTable } from './decision-list.tsx';
import { useDecisions } from './decisions.api.ts';

type DecisionsPanelProps = {
  userId: string;
  timeZone: string;
  onOpen: (decisionId: string) => void;
  /** What else one can do with the decisions, beside their filter. */
  tools?: ReactNode;
};

/** Every decision, the vetoed and the held ones too, with what became of it. */
export function DecisionsPanel({ userId, timeZone, onOpen, tools }: DecisionsPanelProps) {
  const wide = useMediaQuery('(min-width: 60rem)');
  const [filter, change] = useDecisionFilter();
  const list = useDecisions(userId, filter);
  const page = list.data?.pagination;

  // An address may name a page that is no longer there.
  const lastPage = page && !list.isPlaceholderData ? page.total_pages : null;
  const beyond = lastPage !== null && lastPage > 0 && filter.page > lastPage;
  const goBack = useEffectEvent((last: number) => change({ page: last }));
  useEffect(() => {
    if (beyond && lastPage !== null) goBack(lastPage);
  }, [beyond, lastPage]);

  const decisions = list.data?.decisions ?? [];
  const view = { decisions, timeZone, onOpen };
  return (
    <div className="space-y-5">
      {/* A filter that came with the address starts the typed symbol again. */}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DecisionControls key={filter.symbol} filter={filter} onChange={change} />
        {tools}
      </div>
      {list.isError && (
        <RetryNotice
          title="Failed to load decisions"
          error={list.error}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
      {page ? (
        <div
          aria-busy={list.isPlaceholderData}
          className={list.isPlaceholderData ? 'opacity-60' : undefined}
        >
          {decisions.length === 0 && !beyond ? (
            <DecisionsEmpty filter={filter} onChange={change} />
          ) : wide ? (
            <DecisionTable {...view} />
          ) : (
            <DecisionLines {...view} />
          )}
          {page.total > 0 && (
            <div className="mt-4">
              <Pagination page={page} noun="decisions" onPage={(next) => change({ page: next })} />
            </div>
          )}
        </div>
      ) : (
        !list.isError && <RowsSkeleton loading="Loading decisions" />
      )}
    </div>
  );
}

type DecisionsEmptyProps = {
  filter: DecisionFilter;
  onChange: (part: Partial<DecisionFilter>) => void;
};

export function DecisionsEmpty({ filter, onChange }: DecisionsEmptyProps) {
  const narrowed = filter.outcome !== 'all' || filter.symbol !== null || filter.account !== 'all';
  if (!narrowed)
    return (
      <EmptyState title="No decisions yet">
        Run the bot. Each decision is kept here, those that led to no trade too.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No decisions match this filter"
      action={
        <Button
          variant="secondary"
          onClick={() => onChange({ outcome: 'all', symbol: null, account: 'all' })}
        >
          Show all decisions
        </Button>
      }
    >
      Choose another outcome, symbol or account.
    </EmptyState>
  );
}
