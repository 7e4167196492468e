import { classNames } from '@quorate/ui/class-names';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

const VIEWS = [
  { value: 'trades', label: 'Trades' },
  { value: 'decisions', label: 'Decisions' },
] as const;

type HistoryViewsProps = { trades: ReactNode; decisions: ReactNode };

/** The record as trades, or as the decisions behind and between them. The choice lives in the address. */
export function HistoryViews({ trades, decisions }: HistoryViewsProps) {
  const [query, setQuery] = useSearchParams();
  const view = query.get('view') === 'decisions' ? 'decisions' : 'trades';
  const open = (value: (typeof VIEWS)[number]['value']) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === 'trades') next.delete('view');
        else next.set('view', value);
        // The pages of one list say nothing of the other's.
        next.delete('page');
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <div className="space-y-5">
      <fieldset className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line p-1">
        <legend className="sr-only">Show</legend>
        {VIEWS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={view === value}
            onClick={() => open(value)}
            className={classNames(
              'min-h-9 rounded-sm px-4 text-small font-medium',
              view === value ? 'bg-sunk text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {view === 'decisions' ? decisions : trades}
    </div>
  );
}
