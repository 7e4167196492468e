import type { BidCandle, Timeframe } from '@quorate/trading/candle';
import type { TerminalBar } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { ServerClock } from './server-clock.ts';

/** A closed bar of the terminal with its spread in points. */
export type LiveBar = Readonly<{ candle: BidCandle; spreadPoints: number }>;

/** Answers of the terminal to a question for bars; `loading`: its own history is not there yet. */
export type AskedBars =
  | Readonly<{ kind: 'bars'; bars: readonly LiveBar[] }>
  | Readonly<{ kind: 'loading' }>
  | Readonly<{ kind: 'away' }>;

/** As many as the terminal gives in one answer. */
export const BARS_MAX = 1_000;

/** @param clock turns the opening on the server's clock into UTC */
export function liveBarOf(
  [opened, open, high, low, close, , spreadPoints]: TerminalBar,
  clock: Pick<ServerClock, 'toUtc'>,
): LiveBar {
  return { candle: { time: clock.toUtc(opened * 1_000), open, high, low, close }, spreadPoints };
}

/** The newest so many closed bars, oldest first. */
export async function askBars(
  link: Pick<TerminalLink, 'request'>,
  clock: Pick<ServerClock, 'toUtc'>,
  question: Readonly<{ symbol: string; timeframe: Timeframe; count: number }>,
): Promise<AskedBars> {
  const { symbol, timeframe: tf, count } = question;
  const outcome = await link.request('bars', { symbol, tf, count: Math.min(count, BARS_MAX) });
  if (outcome.kind === 'error' && outcome.code === 'not_ready') return { kind: 'loading' };
  if (outcome.kind !== 'ok') return { kind: 'away' };
  if (!outcome.answer.ready) return { kind: 'loading' };
  return { kind: 'bars', bars: outcome.answer.bars.map((bar) => liveBarOf(bar, clock)) };
}
