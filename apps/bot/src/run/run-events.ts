import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { eventLine } from '../report/event-line.ts';
import type { Output } from '../report/output.ts';

/**
 * Tells a run's events to whoever watches. Limits and refusals come hundreds of times in years of
 * candles: without `verbose` each kind is told once, and the summary counts the rest.
 */
export function tellEvents(output: Output, verbose: boolean): (event: LoopEvent) => void {
  const told = new Set<string>();
  return (event) => {
    if (!verbose && !isNews(told, event)) return;
    const line = eventLine(event);
    if (line !== null) output.line(line);
  };
}

function isNews(told: Set<string>, event: LoopEvent): boolean {
  if (event.kind !== 'limit' && event.kind !== 'refusal') return false;
  const code = event.kind === 'limit' ? event.notice.code : event.refusal.code;
  if (told.has(code)) return false;
  told.add(code);
  return true;
}
