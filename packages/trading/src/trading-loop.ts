import { type Instant, instant } from '@quorate/values/instant';
import { closeTimeAt } from './candle.ts';
import { worthAsking } from './gate.ts';
import { createAskingLimits } from './loop/asking-limits.ts';
import { takeInBrokerEvents } from './loop/broker-events.ts';
import { closeAll } from './loop/close-all.ts';
import { considerBar } from './loop/consider.ts';
import { createLanes, type Lane, laneAt } from './loop/lane.ts';
import { lookAfter, tellLimits } from './loop/look-after.ts';
import { type ClosedBar, type LoopRun, tellLimit } from './loop/loop-run.ts';
import { resumeLimits, rollLimits, startLimits, watchEquity } from './risk/limits-state.ts';
import { equityRefusals } from './risk/risk-desk.ts';
import { createTradeBook } from './trade-book.ts';
import type { LoopPorts, LoopResult, LoopSettings } from './trading-loop-types.ts';

/**
 * The one loop behind replay, paper and live trading; only the ports differ. At each closed bar: the
 * broker catches up, the limits are brought up to date, and where the bar is worth a question and a
 * trade could follow, the decision source is asked, the risk desk has the last word, and the order
 * leaves: in a replay to be filled at the next bar's open, live at once. Between bars, where the market
 * has such moments, what is open is looked after.
 *
 * It is deterministic: the same bars and the same answers give the same events, whatever the time of
 * day. It waits only for ports that answer with a promise. While a limit keeps it from asking, what is
 * open is still managed and told. It ends when the market says so.
 *
 * @throws ValueError when the instruments do not fit the series or the account; whatever a port throws
 * @example
 * const result = await runTradingLoop({ market, decisions, broker, journal }, settings);
 */
export async function runTradingLoop(
  ports: LoopPorts,
  settings: LoopSettings,
): Promise<LoopResult> {
  const { market, broker, journal } = ports;
  let account = await broker.account();
  const lanes = createLanes(market.series, settings.instruments, account.currency, broker.rates);
  warmUp(lanes, market.warmUp);
  const run = beginRun(ports, settings, lanes, account.equity.minor);
  let bars = 0;
  let lastClose: Instant | undefined;

  // A promise costs a turn of the event loop; a replay of millions of bars has none to await.
  for (;;) {
    let more = market.advance();
    if (more instanceof Promise) more = await more;
    if (!more) break;
    if (market.between != null) {
      const moment = { symbol: lanes[0]?.series.symbol ?? '', asOf: market.between };
      await lookAfter(run, moment);
      await tellLimits(run, moment);
      continue;
    }
    const lane = laneAt(lanes, market.seriesIndex);
    const { series } = lane;
    const index = market.barIndex;
    const opened = instant(series.time[index] ?? Number.NaN);
    const bar: ClosedBar = { lane, index, symbol: series.symbol, asOf: closeTimeAt(series, index) };
    if (bars === 0 && !settings.resume) run.limits = startLimits(opened, account.equity.minor);
    run.limits = rollLimits(run.limits, opened, account.equity.minor);

    let events = broker.barClosed(series, index);
    if (events instanceof Promise) events = await events;
    if (events.length > 0) await takeInBrokerEvents(run, bar, events);
    if (run.owner?.orders(bar.asOf).closeAll) await closeAll(run, run.owner, bar);
    const now = broker.account();
    account = now instanceof Promise ? await now : now;
    const { balance, equity } = account;
    const { symbol, asOf } = bar;
    const kept = journal.record({ kind: 'bar', symbol, index, asOf, balance, equity });
    if (kept instanceof Promise) await kept;

    const watched = watchEquity(run.limits, asOf, equity.minor, settings.risk);
    if (watched !== run.limits) {
      for (const refusal of equityRefusals(watched, settings.risk)) {
        await tellLimit(run, bar, refusal, watched);
      }
    }
    // A bar that closes at midnight is decided on in the new day.
    run.limits = rollLimits(watched, asOf, equity.minor);
    if (lane.reader.read(index) && worthAsking(lane.reader)) await considerBar(run, bar);
    if (run.limits !== run.toldLimits) await tellLimits(run, bar);
    lastClose = asOf;
    bars += 1;
  }
  const limits = lastClose === undefined ? [] : run.asking.all(lastClose);
  const { asked, notAsked } = run;
  return {
    bars,
    asked,
    notAsked,
    trades: run.book.trades(),
    account: await broker.account(),
    limits,
  };
}

function beginRun(
  ports: LoopPorts,
  settings: LoopSettings,
  lanes: readonly Lane[],
  equityMinor: number,
): LoopRun {
  const { resume } = settings;
  const resumed = resume ? resumeLimits(resume.limits, equityMinor) : null;
  const book = createTradeBook();
  for (const deal of resume?.deals ?? []) book.add(deal);
  return {
    ...ports,
    settings,
    lanes,
    book,
    asking: createAskingLimits(),
    onTheirWay: new Map(resume?.onTheirWay.map((key) => [key, null])),
    takenIn: new Set(),
    notAsked: {},
    limits: resumed ?? startLimits(instant(0), equityMinor),
    toldLimits: resumed,
    asked: 0,
  };
}

/** Bars that had closed before the run began are what its indicators know, and nothing more. */
function warmUp(lanes: readonly Lane[], counts: readonly number[] = []): void {
  for (const [at, { reader }] of lanes.entries()) {
    for (let index = 0; index < (counts[at] ?? 0); index += 1) reader.read(index);
  }
}
