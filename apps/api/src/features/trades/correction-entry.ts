import type { AccountInput } from '@quorate/contract/trade-sync';
import type { LedgerEntry } from '../../ledger-entry.ts';
import type { Corrected } from './sync.queries.ts';
import type { TradeRow } from './trade-row.ts';

/** What the ledger keeps of a closed trade that was reported again with other figures: both, side by side. */
export function correctionEntry(
  { server, login, currency }: AccountInput,
  row: TradeRow,
  { was: { at, revision, replaced_by, ...was } }: Corrected,
): LedgerEntry {
  return {
    kind: 'correction',
    at: new Date(at),
    body: {
      account: { server, login },
      position_ticket: row.position_ticket,
      // Money is in minor units of it.
      currency,
      revision: { was: revision, now: replaced_by },
      was,
      now: {
        symbol: row.symbol,
        trade_type: row.trade_type,
        volume: row.volume,
        open_price: row.open_price,
        close_price: row.close_price,
        opened_at: isoOf(row.opened_at),
        closed_at: row.closed_at === null ? null : isoOf(row.closed_at),
        status: row.reported_status ?? row.status,
        gross_profit: row.gross_profit,
        commission: row.commission,
        swap: row.swap,
        fee: row.fee,
        profit: row.profit,
        initial_risk: row.initial_risk,
        decision_id: row.decision_id,
      },
    },
  };
}

function isoOf(text: string): string {
  return new Date(text).toISOString();
}
