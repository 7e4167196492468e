import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { LinkButton } from '../../ui/link-button.tsx';
import { DEFAULT_FILTER, type TradeFilter } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type HistoryEmptyProps = { filter: TradeFilter; onChange: ChangeFilter };

export function HistoryEmpty({ filter, onChange }: HistoryEmptyProps) {
  if (filter.period !== 'all' || filter.account !== 'all') {
    return (
      <EmptyState
        title="No trades match this filter"
        action={
          <Button
            variant="secondary"
            onClick={() => onChange({ ...DEFAULT_FILTER, perPage: filter.perPage })}
          >
            Show all trades
          </Button>
        }
      >
        Choose a longer period or another account.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No trades yet" action={<LinkButton to="/guide">Set up the bot</LinkButton>}>
      Run the bot. It sends every trade here by itself, with the decision behind it. What you traded
      before comes in with Import, above.
    </EmptyState>
  );
}
