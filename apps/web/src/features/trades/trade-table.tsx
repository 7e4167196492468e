import { HeadCell, Table } from '@quorate/ui/table';
import { SortHeader } from './sort-header.tsx';
import type { TradeFilter } from './trade-filter.ts';
import { TradeRow } from './trade-row.tsx';
import { type TradesView, tradeKey } from './trade-words.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type TradeTableProps = TradesView & { filter: TradeFilter; onChange: ChangeFilter };

export function TradeTable({ trades, timeZone, onOpen, filter, onChange }: TradeTableProps) {
  const sorting = { filter, onChange };
  return (
    <Table
      caption={`Trade history, times in ${timeZone}`}
      captionHidden
      head={
        <>
          <SortHeader {...sorting} sort="time">
            Time
          </SortHeader>
          <SortHeader {...sorting} sort="symbol">
            Symbol
          </SortHeader>
          <HeadCell>Type</HeadCell>
          <SortHeader {...sorting} sort="volume" end>
            Volume
          </SortHeader>
          <HeadCell end>Price</HeadCell>
          <SortHeader {...sorting} sort="profit" end>
            P&L
          </SortHeader>
          <HeadCell className="pl-8">Account type</HeadCell>
          <HeadCell>Status</HeadCell>
        </>
      }
    >
      {trades.map((trade) => (
        <TradeRow key={tradeKey(trade)} trade={trade} timeZone={timeZone} onOpen={onOpen} />
      ))}
    </Table>
  );
}
