import { t } from '@lingui/core/macro';
import { PAGE_SIZES } from '@quorate/contract/reply';
import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { AccountField, PracticeHint } from '../../ui/account-field.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { type DecisionFilter, useDecisionFilter } from './decision-filter.ts';
import { DecisionLines, DecisionTable } from './decision-list.tsx';
import { useDecisions } from './decisions.api.ts';

type DecisionsPanelProps = {
  userId: string;
  timeZone: string;
  /** Where a decision's story stands. */
  storyOf: (decisionId: string) => string;
  /** What else one can do with the decisions, beside their filter. */
  tools?: ReactNode;
};

/** Every decision, the vetoed and the held ones too, with what became of it. */
export function DecisionsPanel({ userId, timeZone, storyOf, tools }: DecisionsPanelProps) {
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
  const view = { decisions, timeZone, storyOf };
  return (
    <div className="space-y-5">
      {/* A filter that came with the address starts the typed symbol again. */}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DecisionControls userId={userId} key={filter.symbol} filter={filter} onChange={change} />
        {tools}
      </div>
      {list.isError && (
        <RetryNotice
          title={t`Failed to load decisions`}
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
              <Pagination
                page={page}
                noun={t`decisions`}
                onPage={(next) => change({ page: next })}
              />
            </div>
          )}
        </div>
      ) : (
        !list.isError && <RowsSkeleton loading={t`Loading decisions`} />
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
      <EmptyState
        title={t`No decisions yet`}
      >{t`Run the bot. Each decision is kept here, those that led to no trade too.`}</EmptyState>
    );
  return (
    <EmptyState
      title={t`No decisions match this filter`}
      action={
        <Button
          variant="secondary"
          onClick={() => onChange({ outcome: 'all', symbol: null, account: 'all' })}
        >{t`Show all decisions`}</Button>
      }
    >{t`Choose another outcome, symbol or account.`}</EmptyState>
  );
}

const OUTCOMES: ReadonlyArray<{ value: DecisionFilter['outcome']; label: string }> = [
  { value: 'all', label: t({ message: 'All', context: 'decisions' }) },
  { value: 'traded', label: t`Traded` },
  { value: 'vetoed', label: t`Vetoed` },
  { value: 'held', label: t`Held` },
];
const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

type DecisionControlsProps = {
  userId: string;
  filter: DecisionFilter;
  onChange: (part: Partial<DecisionFilter>) => void;
};

/** Which decisions: what became of them, their symbol and their kind of account. */
function DecisionControls({ userId, filter, onChange }: DecisionControlsProps) {
  const [symbol, setSymbol] = useState(filter.symbol ?? '');
  const choose = () => {
    const typed = symbol.trim() || null;
    if (typed !== filter.symbol) onChange({ symbol: typed });
  };
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <SelectField
        label={t`Outcome`}
        value={filter.outcome}
        options={OUTCOMES}
        onChange={(outcome) => onChange({ outcome })}
        className="w-32"
      />
      <AccountField
        userId={userId}
        value={filter.account}
        onChange={(account) => onChange({ account })}
      />
      <SymbolField value={symbol} onType={setSymbol} onDone={choose} />
      <SelectField
        label={t`Rows per page`}
        value={String(filter.perPage)}
        options={SIZES}
        onChange={(text) => {
          const perPage = PAGE_SIZES.find((size) => String(size) === text);
          if (perPage) onChange({ perPage });
        }}
        className="w-28"
      />
      <PracticeHint userId={userId} value={filter.account} />
    </form>
  );
}

type SymbolFieldProps = { value: string; onType: (text: string) => void; onDone: () => void };

/** A symbol to narrow a list to; it counts when one leaves the field or presses Enter. */
function SymbolField({ value, onType, onDone }: SymbolFieldProps) {
  const id = useId();
  return (
    <div className="w-32">
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">{t`Symbol`}</label>
      <input
        id={id}
        value={value}
        placeholder={t({ message: 'All', context: 'symbols' })}
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        onChange={(event) => onType(event.target.value)}
        onBlur={onDone}
        className={`${CONTROL_CLASS} text-small`}
      />
    </div>
  );
}
