import type { Clock } from '@quorate/trading/ports';
import type { Output } from '../report/output.ts';
import { countText, durationText } from './report/words.ts';

const LIVE_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;

/**
 * Shows how far work is, and how long it will take from here at the pace so far: a live line on a
 * terminal, a plain one now and then elsewhere.
 *
 * @returns to be told of every step; the clock decides what is shown
 */
export function createWorkProgress(
  clock: Clock,
  output: Output,
): (what: string, done: number, all: number) => void {
  const everyMs = output.isTerminal ? LIVE_EVERY_MS : LINE_EVERY_MS;
  const begun: number = clock.now();
  let last = begun;
  return (what, done, all) => {
    const now = clock.now();
    if (now - last < everyMs) return;
    last = now;
    const leftMs = done === 0 ? null : ((now - begun) / done) * (all - done);
    const text = `${countText(done)} of ${countText(all)} ${what}, ${Math.floor((100 * done) / all)} %${leftMs === null ? '' : `, ${leftText(leftMs)} left`}`;
    if (output.isTerminal) output.live(text);
    else output.line(text);
  };
}

function leftText(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : durationText(ms);
}
