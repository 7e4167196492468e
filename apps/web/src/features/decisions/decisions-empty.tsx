import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import type { DecisionFilter } from './decision-filter.ts';

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
