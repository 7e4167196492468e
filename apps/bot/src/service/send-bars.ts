import { analyse, RAW_BARS_MAX } from '@quorate/contract/decisions';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import { type CandleSeries, timeframeMs } from '@quorate/trading/market/candle';
import { rawBarsOf } from '@quorate/trading/market/raw-bars';
import type { Snapshot } from '@quorate/trading/market/snapshot';
import { NO_WISH, type VerdictWish, wishToWire } from '../profiles/verdict-settings.ts';
import type { PatientOutcome } from './call-until-answered.ts';
import type { Session } from './session.ts';

type Body = HandlerInput<typeof analyse>['body'];
type Sent = Pick<Body, 'bars' | 'bars_after'>;

/** The service has other bars than those that ours would follow on. */
const SEND_ALL_AFTER = new Set(['bars_missing', 'snapshot_hash_mismatch']);

/** Puts questions to the service with the bars that it does not have yet. */
export type BarSender = Readonly<{
  /** Asks for a decision. Where the service lacks bars before those that were sent, it gets them all, once. */
  ask(
    asked: Omit<Body, 'bars' | 'bars_after' | 'verdict'>,
  ): Promise<PatientOutcome<Reply<typeof analyse>>>;
}>;

/**
 * Each question carries the closed bars since the last one that was answered; the first of a run all that the
 * run's indicators have read, the newest 1,500 at most, so that the service begins where the run does.
 *
 * @param seriesOf the bars that a symbol is traded on; another series is a new beginning
 * @param wish under which rules to decide
 */
export function createBarSender(
  session: Pick<Session, 'call'>,
  seriesOf: (symbol: string) => CandleSeries | undefined,
  wish: VerdictWish = NO_WISH,
): BarSender {
  const verdict = wishToWire(wish);
  const answered = new Map<string, Readonly<{ series: CandleSeries; index: number }>>();

  return {
    async ask(asked) {
      const body = { ...asked, ...(verdict && { verdict }) };
      const { symbol } = body.snapshot;
      const series = seriesOf(symbol);
      const index = series ? indexOf(series, body.snapshot) : -1;
      if (!series || index < 0) return session.call(analyse, { body });
      const last = answered.get(symbol);
      const from = last?.series === series && last.index < index ? last.index + 1 : 0;
      const sent = barsFrom(series, from, index);
      let outcome = await session.call(analyse, { body: { ...body, ...sent } });
      const unknown = outcome.kind === 'refused' && SEND_ALL_AFTER.has(outcome.code);
      if (unknown && sent.bars_after !== undefined)
        outcome = await session.call(analyse, { body: { ...body, ...barsFrom(series, 0, index) } });
      if (outcome.kind === 'ok') answered.set(symbol, { series, index });
      return outcome;
    },
  };
}

function barsFrom(series: CandleSeries, from: number, index: number): Sent {
  const most = index - RAW_BARS_MAX + 1;
  const bars = rawBarsOf(series, Math.max(from, most), index).map(
    (bar): [number, number, number, number, number, number] => [...bar],
  );
  if (from === 0 || most > from) return { bars };
  return { bars, bars_after: Math.floor((series.time[from - 1] ?? 0) / 1_000) };
}

/** The bar that a snapshot was made at; -1 where the series does not have it. */
function indexOf({ time, length, timeframe }: CandleSeries, { as_of }: Snapshot): number {
  const opened = Date.parse(as_of) - timeframeMs(timeframe);
  let from = 0;
  let to = length - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    const at = time[middle] ?? Number.NaN;
    if (at === opened) return middle;
    if (at < opened) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
