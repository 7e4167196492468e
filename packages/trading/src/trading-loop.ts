import { instant } from '@quorate/values/instant';
import { closeTimeAt } from './candle.ts';
import { createAskingLimits } from './loop/asking-limits.ts';
import { createLanes, type Lane, laneAt } from './loop/lane.ts';
import { lookAfter, tellLimits } from './loop/look-after.ts';
import type { LoopRun } from './loop/loop-run.ts';
import { walkBar } from './loop/walk-bar.ts';
import type { AccountState } from './position.ts';
import { resumeLimits, startLimits } from './risk/limits-state.ts';
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
  const { market, broker } = ports;
  const account = await broker.account();
  const lanes = createLanes(market.series, settings.instruments, account.currency, broker.rates);
  warmUp(lanes, market.warmUp);
  const run = beginRun(ports, settings, lanes, account);
  let bars = 0;
  let newest: Lane | undefined;
  let newestIndex = -1;

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
    const index = market.barIndex;
    if (bars === 0 && !settings.resume) {
      const opened = instant(lane.series.time[index] ?? Number.NaN);
      run.limits = startLimits(opened, run.account.equity.minor);
    }
    const walked = walkBar(run, lane, index);
    if (walked instanceof Promise) await walked;
    newest = lane;
    newestIndex = index;
    bars += 1;
  }
  const limits = newest ? run.asking.all(closeTimeAt(newest.series, newestIndex)) : [];
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
  account: AccountState,
): LoopRun {
  const { resume } = settings;
  const equityMinor = account.equity.minor;
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
    account,
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
