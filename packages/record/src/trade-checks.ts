import type { StandingContext } from '@quorate/trading/risk/rules';
import { floorToLots } from '@quorate/values/lots';
import type { EntryText, NoteUnchecked } from './meaning.ts';
import type { Finding } from './rules.ts';

type Body = Readonly<Record<string, unknown>>;

/** A trade as every entry shows it. */
type Shown = Readonly<{
  symbol: string;
  trade_type: 'BUY' | 'SELL';
  open_price: number;
  close_price: number | null;
  opened_at: string;
  closed_at: string | null;
  decision_id: string | null;
  r: number | null;
  status: string;
}>;

/** Amounts in minor units of the currency. */
type Kept = Readonly<{
  currency: string;
  volume: number;
  gross_profit: number;
  commission: number;
  swap: number;
  fee: number;
  profit: number;
  initial_risk: number | null;
}>;

/** Rates move while a trade is open, for weeks at times, and a close may be of several parts. */
const WORTH_PARTS = 0.2;
const WORTH_MINOR = 5;

export function createTradeChecks(note: NoteUnchecked) {
  /** Closed trades by stream and ticket, as they are on record. */
  const known = new Map<string, Shown>();
  const contexts = new Map<unknown, StandingContext>();

  const check = (shown: Shown, kept: Kept | null): Finding | null => {
    if (shown.status !== 'CLOSED') return null;
    if (!kept) {
      note('money');
      return null;
    }
    const { gross_profit: gross, commission, swap, fee, profit } = kept;
    const sum = gross + commission + swap + fee;
    if (sum !== profit) return { rule: 'money', values: { actual: sum, expected: profit } };
    const r = resultOf(kept);
    if (r !== shown.r)
      return { rule: 'r', values: { actual: String(r), expected: String(shown.r) } };
    return sideFinding(shown, kept) ?? worthFinding(shown, kept);
  };

  const worthFinding = (shown: Shown, kept: Kept): Finding | null => {
    const context = shown.decision_id === null ? undefined : contexts.get(shown.decision_id);
    const expected = context && worthOf(context, shown, kept);
    if (expected === undefined) {
      note('worth');
      return null;
    }
    const allowed = Math.abs(expected) * WORTH_PARTS + WORTH_MINOR;
    if (Math.abs(kept.gross_profit - expected) <= allowed) return null;
    return {
      rule: 'worth',
      values: { actual: Math.round(expected), expected: kept.gross_profit },
    };
  };

  return {
    /** What the desk knew of the market and its rates, by the decision. */
    learn(context: StandingContext | null, decisionId: unknown): void {
      if (context) contexts.set(decisionId, context);
    },

    take({ leaf, private: kept }: EntryText, body: Body): Finding | null {
      const nameOf = (ticket: unknown) => `${leaf.stream} ${String(ticket)}`;
      if (leaf.kind === 'import' || leaf.kind === 'history') {
        const trades = body.trades as readonly (Shown & { position_ticket: string })[];
        const amounts = (kept as { trades?: readonly Kept[] } | null)?.trades;
        for (const [at, trade] of trades.entries()) {
          const finding = check(trade, amounts?.[at] ?? null);
          if (finding) return finding;
          known.set(nameOf(trade.position_ticket), trade);
        }
        return null;
      }
      if (leaf.kind === 'correction') {
        if (body.of !== 'closed') return null;
        const { was, now } = body as unknown as Readonly<{ was: Shown; now: Shown }>;
        const before = known.get(nameOf(body.position_ticket));
        if (!before) note('corrected');
        else if (!isSame(before, was)) return { rule: 'corrected', values: {} };
        known.set(nameOf(body.position_ticket), now);
        return check(now, (kept as { now?: Kept } | null)?.now ?? null);
      }
      const trade = body as unknown as Shown;
      if (leaf.kind === 'closed') known.set(nameOf(body.position_ticket), trade);
      return check(trade, kept as Kept | null);
    },
  };
}

/** Net over what the stop risked, to four decimals. */
function resultOf({ profit, initial_risk }: Kept): number | null {
  if (initial_risk === null || initial_risk <= 0) return null;
  return Math.round((profit / initial_risk) * 10_000) / 10_000;
}

function sideFinding({ trade_type, open_price, close_price }: Shown, kept: Kept): Finding | null {
  const moved = ((close_price ?? open_price) - open_price) * (trade_type === 'BUY' ? 1 : -1);
  if (Math.sign(moved) * Math.sign(kept.gross_profit) >= 0) return null;
  return { rule: 'side', values: { way: moved > 0 ? 'for the trade' : 'against the trade' } };
}

/** What the move was worth by the rate of the decision, in minor units; undefined where that is not known. */
function worthOf(
  { instrument, valuation }: StandingContext,
  { trade_type, open_price, close_price }: Shown,
  { currency, volume }: Kept,
): number | undefined {
  if (valuation.currency !== currency || close_price === null) return undefined;
  const scale = 10 ** instrument.digits;
  const points = Math.round((close_price - open_price) * scale) * (trade_type === 'BUY' ? 1 : -1);
  const close = Math.round(close_price * scale);
  // An account may have been given a smaller step since.
  const lots = floorToLots(volume, instrument.volumeStep);
  return valuation.minorOf(points, lots, { bid: close, ask: close });
}

function isSame(one: Shown, other: Shown): boolean {
  return (
    one.symbol === other.symbol &&
    one.trade_type === other.trade_type &&
    one.open_price === other.open_price &&
    one.close_price === other.close_price &&
    one.r === other.r &&
    one.status === other.status &&
    one.decision_id === other.decision_id &&
    Date.parse(one.opened_at) === Date.parse(other.opened_at) &&
    Date.parse(one.closed_at ?? '') === Date.parse(other.closed_at ?? '')
  );
}
