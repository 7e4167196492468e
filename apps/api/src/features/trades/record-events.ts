import type { TradeFiguresJson } from '../../db/tables.ts';
import type { RecordEvent } from '../records/append-events.ts';

type Owner = Pick<RecordEvent, 'userId' | 'subjectId' | 'at'>;
type JsonObject = RecordEvent['body'];

/** A trade as its source tells it; money in minor units. */
export type ToldTrade = TradeFiguresJson &
  Readonly<{
    position_ticket: string;
    revision: number;
    digits: number;
    stop_loss: number | null;
    take_profit: number | null;
    reported_status: string | null;
    exit_reason?: string | null | undefined;
  }>;

/** What was known of a trade that is stored anew; null of one that is new. */
export type TradeBefore = Readonly<
  Pick<
    ToldTrade,
    'status' | 'reported_status' | 'stop_loss' | 'take_profit' | 'volume' | 'open_price'
  >
> | null;

/** A trade that was closed and is told again with other figures: what it was, and what it is. */
export type Corrected = Readonly<{
  position_ticket: string;
  was: TradeFiguresJson & Readonly<{ at: string; revision: number; replaced_by: number }>;
  now: TradeFiguresJson;
}>;

/** What happened to a trade; null where only its floating result has moved on. */
export function tradeEvent(
  owner: Owner,
  currency: string,
  trade: ToldTrade,
  before: TradeBefore,
): RecordEvent | null {
  const { status, reported_status, closed_at, opened_at } = trade;
  const isChanged =
    before === null ||
    (
      ['status', 'reported_status', 'stop_loss', 'take_profit', 'volume', 'open_price'] as const
    ).some((name) => trade[name] !== before[name]);
  if (!isChanged) return null;
  const kind = status === 'CLOSED' ? 'closed' : before === null ? 'opened' : 'modified';
  const terminalAt = kind === 'opened' ? opened_at : closed_at;
  return {
    ...owner,
    kind,
    terminalAt: terminalAt === null ? null : new Date(terminalAt),
    body: { ...shownOf(trade), ...namesOf(trade), status: reported_status ?? status },
    private: keptOf(trade, currency),
  };
}

/** A trade that was closed and is told again with other figures stays as it was beside what it is. */
export function correctionEvent(
  owner: Owner,
  currency: string,
  { position_ticket, now, was }: Corrected,
): RecordEvent {
  const { replaced_by, revision } = was;
  return {
    ...owner,
    kind: 'correction',
    at: new Date(was.at),
    terminalAt: now.closed_at === null ? null : new Date(now.closed_at),
    body: {
      of: 'closed',
      position_ticket,
      revision: { was: revision, now: replaced_by },
      was: { ...shownOf(was), status: was.status },
      now: { ...shownOf(now), status: now.status },
    },
    private: { was: keptOf(was, currency), now: keptOf(now, currency) },
  };
}

/**
 * Many trades in one entry: what a person has uploaded, apart from what a terminal has told, and the history that a bot
 * brings along.
 *
 * @param importId null for trades of a bot
 */
export function manyTradesEvent(
  owner: Owner,
  importId: string | null,
  currency: string,
  trades: readonly ToldTrade[],
): RecordEvent {
  return {
    ...owner,
    kind: importId === null ? 'history' : 'import',
    body: {
      ...(importId !== null && { import_id: importId }),
      trades: trades.map((trade) => ({
        ...shownOf(trade),
        ...namesOf(trade),
        status: trade.reported_status ?? trade.status,
      })),
    },
    private: { trades: trades.map((trade) => keptOf(trade, currency)) },
  };
}

function shownOf(trade: TradeFiguresJson): JsonObject {
  const { symbol, trade_type, open_price, close_price, opened_at, closed_at, decision_id } = trade;
  return {
    symbol,
    trade_type,
    open_price,
    close_price,
    opened_at,
    closed_at,
    decision_id,
    r: resultOf(trade),
  };
}

function namesOf(trade: ToldTrade): JsonObject {
  const { position_ticket, revision, digits, stop_loss, take_profit, exit_reason = null } = trade;
  return { position_ticket, revision, digits, stop_loss, take_profit, exit_reason };
}

/** Amounts in minor units of the currency. */
function keptOf(trade: TradeFiguresJson, currency: string): JsonObject {
  const { volume, gross_profit, commission, swap, fee, profit, initial_risk } = trade;
  return { currency, volume, gross_profit, commission, swap, fee, profit, initial_risk };
}

/** Net over what the stop risked, to four decimals; null where one of the two is not known. */
function resultOf({
  status,
  profit,
  initial_risk,
}: Pick<TradeFiguresJson, 'status' | 'profit' | 'initial_risk'>): number | null {
  if (status !== 'CLOSED' || initial_risk === null || initial_risk <= 0) return null;
  return Math.round((profit / initial_risk) * 10_000) / 10_000;
}
