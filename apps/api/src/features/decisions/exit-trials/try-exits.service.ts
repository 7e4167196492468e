import { timeframe } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  type tryExits as call,
  EXIT_TRIAL_LISTED_MAX,
  EXIT_TRIAL_TRADES_MAX,
  type ExitTrial,
  type TriedTrade,
} from '@quorate/contract/exit-trials';
import { type ExitSettings, NO_EXITS } from '@quorate/trading/exits/exits';
import { atrsOf, type PastTrade, tryExits } from '@quorate/trading/exits/try-exits';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { packRawBars, type RawBar, seriesOfRaw } from '@quorate/trading/market/raw-bars';
import { roundTo } from '@quorate/trading/rounding';
import type { UserId } from '@quorate/values/ids';
import { instant } from '@quorate/values/instant';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BarStore } from '../../market/bar-store.ts';
import { exitSettingsOf } from './exit-settings.ts';
import { findPastTrades, type PastTradeRow } from './past-trades.queries.ts';

type Deps = Readonly<{ db: Db; barStore: BarStore }>;
type Bars = Readonly<{ series: CandleSeries; atrs: Float64Array }>;

/** Where a bot of before did not tell the smallest change of volume. */
const USUAL_STEP = 0.01;

/**
 * Past trades once more with other exits, by the simulation of the core, on the bars that are kept: the
 * account's newest 1,500, else those around the decision. What cannot be judged is counted and in no sum.
 *
 * @throws AppError validation_failed for an exit that there is none of; not_found for a decision without a
 *   closed trade of this user
 */
export async function tryPastTrades(
  { db, barStore }: Deps,
  userId: UserId,
  { exits, decision_id, account_type }: HandlerInput<typeof call>['body'],
): Promise<Omit<ExitTrial, 'success'>> {
  const settings = exitSettingsOf(exits, { field: 'exits', refused: 'exitOnOppositePercent' });
  const filter = { decisionId: decision_id, accountType: account_type };
  const rows = await findPastTrades(db, userId, filter, EXIT_TRIAL_TRADES_MAX);
  if (decision_id !== undefined && rows.length === 0) throw new AppError('not_found');
  const kept = createKeptBars({ db, barStore }, userId);
  const judged: TriedTrade[] = [];
  const notKnown = { no_order: 0, no_bars: 0 };
  for (const row of rows) {
    const past = pastTradeOf(row);
    if (!past) {
      notKnown.no_order += 1;
      continue;
    }
    const tried =
      judge(row, past, await kept.of(row), settings) ?? judge(row, past, barsAround(row), settings);
    if (tried) judged.push(tried);
    else notKnown.no_bars += 1;
  }
  const sum = (of: (each: TriedTrade) => number) =>
    judged.length === 0
      ? null
      : roundTo(
          judged.reduce((all, each) => all + of(each), 0),
          4,
        );
  return {
    trades: rows.length,
    judged: judged.length,
    not_known: notKnown,
    r_was: sum(({ r_was }) => r_was),
    r_without: sum(({ r_without }) => r_without),
    r_with: sum(({ r_with }) => r_with),
    better: judged.filter(({ r_with, r_without }) => r_with > r_without).length,
    worse: judged.filter(({ r_with, r_without }) => r_with < r_without).length,
    listed: judged.slice(0, EXIT_TRIAL_LISTED_MAX),
  };
}

/** A trade as it was opened; undefined where its bot did not tell its first stop or what it risked. */
function pastTradeOf(row: PastTradeRow): PastTrade | undefined {
  const { asked, digits, initial_risk: risk, commission } = row;
  // Nothing is left of what it risked once the commission is taken off: no point of it has a worth.
  if (!asked || asked.stop_loss === null || risk === null || risk + commission <= 0)
    return undefined;
  const points = (price: number) => Math.round(price * 10 ** digits);
  const entry = points(Number(row.open_price));
  const stopLoss = points(asked.stop_loss);
  if (entry === stopLoss) return undefined;
  const step = asked.volume_step ?? USUAL_STEP;
  return {
    side: row.trade_type,
    entry,
    stopLoss,
    takeProfit: asked.take_profit === null ? null : points(asked.take_profit),
    openedAt: instant(row.opened_at.getTime()),
    openedSteps: Math.max(1, Math.round(Number(row.volume) / step)),
    terms: { symbol: row.symbol, volumeMinSteps: 1, stopsLevelPoints: 0 },
  };
}

/** undefined where the bars do not reach. Its costs stay what they were. */
function judge(
  row: PastTradeRow,
  past: PastTrade,
  bars: Bars | undefined,
  settings: ExitSettings,
): TriedTrade | undefined {
  if (!bars || row.initial_risk === null) return undefined;
  const { series, atrs } = bars;
  const without = tryExits(past, series, atrs, NO_EXITS);
  const tried = tryExits(past, series, atrs, settings);
  if (without.kind === 'unknown' || tried.kind === 'unknown') return undefined;
  const risk = row.initial_risk;
  // What it risked holds the commission of both sides beside the way to the stop.
  const worth = (risk + row.commission) / Math.abs(past.entry - past.stopLoss);
  const costs = row.commission + row.swap + row.fee;
  const inR = (points: number) => roundTo((points * worth + costs) / risk, 4);
  return {
    account_id: row.account_id,
    position_ticket: row.position_ticket,
    decision_id: row.decision_id,
    symbol: row.symbol,
    trade_type: row.trade_type,
    opened_at: row.opened_at.toISOString(),
    r_was: roundTo(row.profit / risk, 4),
    r_without: inR(without.points),
    r_with: inR(tried.points),
    ended_by: tried.by,
    ended_at: new Date(tried.endedAt).toISOString(),
  };
}

/** The bars of an account's bot, each series read once. */
function createKeptBars({ db, barStore }: Deps, userId: UserId) {
  const known = new Map<string, Promise<Bars | undefined>>();

  async function read(row: PastTradeRow): Promise<Bars | undefined> {
    const { server, login, symbol, timeframe: name } = row;
    const kept = await barStore.read(db, {
      userId,
      account: { server, login },
      symbol,
      timeframe: name,
    });
    if (kept?.digits !== row.digits) return undefined;
    const { digits, bars } = kept;
    return withAtrs(seriesOfRaw({ symbol, timeframe: timeframe.parse(name), digits }, bars));
  }

  return {
    of(row: PastTradeRow): Promise<Bars | undefined> {
      const name = `${row.account_id} ${row.symbol} ${row.timeframe} ${row.digits}`;
      const found = known.get(name) ?? read(row);
      known.set(name, found);
      return found;
    },
  };
}

/** What came with the outcome: bids alone, so that the spread of the order stands for all of them. */
function barsAround({ bars, asked, symbol, digits, timeframe: name }: PastTradeRow) {
  if (!bars || bars.length === 0 || !asked) return undefined;
  const spread = Math.max(0, Math.round((asked.ask - asked.bid) * 10 ** digits));
  const raw = bars.map((bar): RawBar => [...bar, spread]);
  return withAtrs(
    seriesOfRaw({ symbol, timeframe: timeframe.parse(name), digits }, packRawBars(raw)),
  );
}

function withAtrs(series: CandleSeries): Bars {
  return { series, atrs: atrsOf(series) };
}
