import type { Clock } from '@quorate/trading/loop/ports';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { formatMoney, type Money } from '@quorate/values/money';
import type { Output } from './output.ts';

/** Where a run stands. */
export type Standing = Readonly<{
  asOf: Instant;
  barsDone: number;
  bars: number;
  balance: Money;
  equity: Money;
  openTrades: number;
  closedTrades: number;
  decisions: number;
  /** -1 without a limit. */
  tokensRemaining: number;
}>;

const LIVE_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;

/**
 * Shows where work stands: a live line on a terminal, a plain line now and then elsewhere.
 *
 * @returns called after every step; cheap when nothing is due. `textOf` gives null while there is nothing to say
 */
export function createProgress<Step extends readonly unknown[]>(
  clock: Clock,
  output: Output,
  textOf: (now: number, ...step: Step) => string | null,
): (...step: Step) => void {
  const everyMs = output.isTerminal ? LIVE_EVERY_MS : LINE_EVERY_MS;
  let last: number = clock.now();
  return (...step) => {
    const now = clock.now();
    if (now - last < everyMs) return;
    const text = textOf(now, ...step);
    if (text === null) return;
    last = now;
    if (output.isTerminal) output.live(text);
    else output.line(text);
  };
}

/** @example '2025-01-02 14:00 42% | balance 10012.50 USD | equity … | 1 open, 7 closed | 31 decisions | 41200 tokens left' */
export function standingText(at: Standing): string {
  const percent = Math.floor((100 * at.barsDone) / at.bars);
  const parts = [
    `${isoFromInstant(at.asOf).slice(0, 16).replace('T', ' ')} ${percent}%`,
    `balance ${formatMoney(at.balance)}`,
    `equity ${formatMoney(at.equity)}`,
    `${at.openTrades} open, ${at.closedTrades} closed`,
    `${at.decisions} decisions`,
  ];
  parts.push(at.tokensRemaining === -1 ? 'unlimited tokens' : `${at.tokensRemaining} tokens left`);
  return parts.join(' | ');
}
