import { EmptyState } from '@quorate/ui/empty-state';
import { listTrades } from '../../contract/journal.ts';
import { PagedSection } from '../run/paged-section.tsx';
import { usePages } from '../run/use-pages.ts';
import { TradeCards } from './trade-cards.tsx';
import { TradeTable } from './trade-table.tsx';

type TradesTabProps = { name: string; timeZone: string };

/** The trades of one configuration, open ones first, as this computer's journal has them. */
export function TradesTab({ name, timeZone }: TradesTabProps) {
  const pages = usePages(listTrades, name);
  const trades = (pages.data ?? []).flatMap((page) => page.trades);
  const view = {
    trades: [
      ...trades.filter(({ status }) => status === 'OPEN'),
      ...trades.filter(({ status }) => status === 'CLOSED'),
    ],
    timeZone,
  };
  return (
    <PagedSection
      label="Trades"
      pages={pages}
      unreadable="The trades could not be read"
      loading="Reading the trades"
      more="Show more trades"
    >
      {pages.isSuccess && trades.length === 0 && (
        <EmptyState title="No trades yet">
          A trade stands here as soon as the bot has opened it, with its profit as it goes.
        </EmptyState>
      )}
      {trades.length > 0 && (
        <>
          <div className="hidden overflow-x-auto lg:block">
            <TradeTable {...view} />
          </div>
          <div className="lg:hidden">
            <TradeCards {...view} />
          </div>
          <p className="mt-3 text-tiny text-muted">
            Times in {timeZone}. P&L is net of commission, swap and fees.
          </p>
        </>
      )}
    </PagedSection>
  );
}
