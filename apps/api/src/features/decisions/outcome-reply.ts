import type {
  DecidedTrade,
  OutcomeBar,
  OutcomeInput,
  OutcomeReply,
} from '@quorate/contract/decision-outcomes';
import type { ShortOutcome } from '@quorate/contract/decisions';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { toCorrections } from '../trade-corrections.ts';
import type { DecidedTradeRow, ShortOutcomeRow, StoredOutcome } from './outcomes.queries.ts';

/** A stored outcome as it travels, without its bars. */
export function toOutcomeReply(row: StoredOutcome): OutcomeReply {
  const { revision, verdict, checks, asked, fill, refusal, shadow, first_touch, reported_at } = row;
  return {
    revision,
    verdict,
    checks,
    order: asked,
    fill,
    refusal,
    shadow,
    first_touch,
    reported_at: reported_at.toISOString(),
  };
}

/** Bars in prices, from whole points. */
export function toBars(bars: OutcomeInput['bars'], digits: number): OutcomeBar[] {
  const scale = 10 ** digits;
  return bars.map(([seconds, open, high, low, close]) => ({
    time: new Date(seconds * 1_000).toISOString(),
    open: open / scale,
    high: high / scale,
    low: low / scale,
    close: close / scale,
  }));
}

/** The trade with its R. */
export function toDecidedTrade(row: DecidedTradeRow): DecidedTrade {
  const digits = currencyDigits(currencyOf(row.currency));
  const major = (minor: number) => minor / 10 ** digits;
  const decimal = (text: string | null) => (text === null ? null : Number(text));
  return {
    account_id: row.account_id,
    position_ticket: row.position_ticket,
    trade_time: row.trade_time.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    symbol: row.symbol,
    trade_type: row.trade_type,
    volume: Number(row.volume),
    digits: row.digits,
    price: Number(row.open_price),
    close_price: decimal(row.close_price),
    stop_loss: decimal(row.stop_loss),
    take_profit: decimal(row.take_profit),
    profit: major(row.profit),
    gross_profit: major(row.gross_profit),
    commission: major(row.commission),
    swap: major(row.swap),
    fee: major(row.fee),
    initial_risk: row.initial_risk === null ? null : major(row.initial_risk),
    currency: row.currency,
    account_type: row.account_type,
    status: row.reported_status ?? row.status,
    decision_id: row.decision_id,
    corrections: toCorrections(row.corrections, row.currency),
    r: resultInR(row),
  };
}

/** @param kind as the decision's own row says; null until its bot has told */
export function toShortOutcome(
  kind: ShortOutcome['kind'] | null,
  row: ShortOutcomeRow | undefined,
): ShortOutcome | null {
  if (kind === null) return null;
  const nothing = {
    kind,
    profit: null,
    currency: null,
    r: null,
    hypothetical: false,
    ending: null,
    rule: null,
  };
  if (!row) return nothing;
  if (kind === 'vetoed') {
    const { shadow, refusal } = row;
    return {
      ...nothing,
      r: shadow?.r ?? null,
      hypothetical: shadow !== null,
      ending: shadow?.exit_reason ?? null,
      rule: refusal?.rule ?? null,
    };
  }
  if (row.status === null || row.profit === null || row.currency === null) return nothing;
  return {
    ...nothing,
    profit: row.profit / 10 ** currencyDigits(currencyOf(row.currency)),
    currency: row.currency,
    r: resultInR({ ...row, status: row.status, profit: row.profit }),
    ending: endingOf(row),
  };
}

/** R counts for closed trades that had a stop. */
function resultInR(trade: {
  status: 'OPEN' | 'CLOSED';
  profit: number;
  initial_risk: number | null;
}): number | null {
  const { status, profit, initial_risk: risk } = trade;
  return status === 'CLOSED' && risk !== null && risk > 0 ? profit / risk : null;
}

/** Where a trade ended, as far as its prices tell. */
function endingOf(row: ShortOutcomeRow): ShortOutcome['ending'] {
  if (row.status === 'OPEN') return 'open';
  const exit = Number(row.close_price);
  if (row.take_profit !== null && exit === Number(row.take_profit)) return 'target';
  if (row.stop_loss !== null && exit === Number(row.stop_loss)) return 'stop';
  return 'closed';
}
