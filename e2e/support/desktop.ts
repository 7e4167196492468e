import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from '../../tools/demo/market-file.ts';
import { fromRoot } from '../../tools/root.ts';
import { killOnExit } from '../../tools/run.ts';
import { cleanEnvironment } from '../../tools/service-environment.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOVED_CLOCK = new URL('./moved-clock.ts', import.meta.url).href;

/** @returns how far away the next Tuesday, 10:00 UTC, is, and what makes it that for programs */
export function marketHours(now = Date.now()): { aheadMs: number; env: Record<string, string> } {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const days = (2 - new Date(midnight).getUTCDay() + 7) % 7 || 7;
  const aheadMs = midnight + days * DAY_MS + 10 * HOUR_MS - now;
  return {
    aheadMs,
    env: { JOURNEY_CLOCK_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `--import=${MOVED_CLOCK}` },
  };
}

export type Program = {
  /** What it has said so far. */
  output: () => string;
  /** Resolves with the first words that fit. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Ends it as Ctrl-C does, and waits for that; kills it where that takes too long. */
  stop: () => Promise<void>;
  ended: Promise<unknown>;
};

const STOP_MS = 60_000;
const running = new Set<Program>();

/** Ends every program of a journey that may have failed anywhere, and the bots that it has left at work. */
export async function stopPrograms(dataDir: string): Promise<void> {
  // Bots outlive the app on purpose, and one that does not run for want of an app is not there.
  await startBotProgram(['ui', '--quit', '--data-dir', dataDir], {}).ended;
  await Promise.all([...running].map((program) => program.stop()));
}

/** Starts a command of the bot as a program of its own. */
export function startBotProgram(args: readonly string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, [fromRoot('apps/desktop/src/main.ts'), ...args], {
    env: { ...cleanEnvironment(), QUORATE_VAULT: 'file', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const release = killOnExit(child);
  let output = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const hear of heard) hear();
    });
  }
  const ended = once(child, 'close').finally(() => {
    release();
    running.delete(program);
  });
  const program: Program = {
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (!found) return;
          heard.delete(look);
          resolve(found);
        };
        heard.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended and said only:\n${output}`)));
      }),
    stop: () => end(child, ended),
    ended,
  };
  running.add(program);
  return program;
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended.finally(() => clearTimeout(late));
}

/** Which hour of the made-up market the analysts agree on and the risk desk allows. */
const TRADED_BAR = 1_380;
const PAST_BARS = 1_000;
const BARS = 2_100;

/** Minutes of a lively market, of which the first that closes is traded. */
export function writeTradedMinutes(folder: string): string {
  const file = join(folder, 'EURUSD_M1.csv');
  const end = instantFromIso('2026-03-06T20:00:00Z');
  writeMarketFile(file, {
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 6_000,
    seed: 11,
    end,
    typicalSpreadPoints: 8,
  });
  // Hours as minutes: a minute's own moves are too small for its spread.
  const [head, ...hours] = readFileSync(file, 'utf8').trim().split('\n');
  const first = TRADED_BAR - PAST_BARS;
  const minutes = hours.slice(first, first + BARS).map((row, minute) => {
    const time = new Date(end + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    return [time, ...row.split(',').slice(1)].join(',');
  });
  writeFileSync(file, `${[head, ...minutes].join('\n')}\n`);
  return file;
}
