import { countOf } from '@quorate/ui/format';
import type { RunState } from '../../contract/run-state.ts';
import type { LimitUse } from '../../contract/runs.ts';
import { localTime } from './local-time.ts';

export type Doing = Readonly<{
  text: string;
  /** What is counted down to, in ISO 8601; null where nothing is. */
  until: string | null;
}>;

type DoingInput = Readonly<{
  run: RunState;
  limits: readonly LimitUse[];
  symbols: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}>;

/** What a bot is doing now and why, in a sentence or two. */
export function doingOf({ run, limits, symbols, now, timeZone }: DoingInput): Doing {
  const said = (text: string): Doing => ({ text: run.message ?? text, until: null });
  if (run.flattening) return said('Every position is being closed. Nothing new is opened.');
  switch (run.phase) {
    case 'stopped':
      return said('The bot is not running.');
    case 'starting':
      return said('It signs in at the service and gets ready for the terminal.');
    case 'waiting':
      return said('It waits for the terminal to connect. Nothing is traded until then.');
    case 'stopping':
      return said('It ends in order. Positions stay open with their stops at the broker.');
    case 'restarting':
      return said('It ended automatically and is being started again.');
    case 'failed':
      return said('It ended, and is not started again automatically.');
    case 'running':
      return runningWords();
  }

  function runningWords(): Doing {
    if (run.halted) return said('Halted: it opens nothing new and looks after what is open.');
    const reached = limits.find((limit) => limit.reached !== null);
    if (reached?.reached) return { text: reached.reached, until: null };
    if (run.message !== null) return { text: run.message, until: run.next_bar_at };
    if (run.next_bar_at === null)
      return { text: 'It follows the market. The next bar is not known yet.', until: null };
    const at = localTime(run.next_bar_at, now, timeZone);
    return {
      text: `Waiting for the next bar of ${listOf(symbols)} at ${at}.`,
      until: run.next_bar_at,
    };
  }
}

/** @example listOf(['EURUSD', 'GBPUSD', 'USDJPY']) // 'EURUSD, GBPUSD and USDJPY' */
function listOf(symbols: readonly string[]): string {
  if (symbols.length === 0) return 'the market';
  if (symbols.length > 4) return countOf(symbols.length, 'symbol');
  const last = symbols.at(-1) ?? '';
  return symbols.length === 1 ? last : `${symbols.slice(0, -1).join(', ')} and ${last}`;
}
