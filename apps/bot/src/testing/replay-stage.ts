import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { instant } from '@quorate/values/instant';
import type { ExitCode } from '../bot-fault.ts';
import { runReplay } from '../replay/replay.ts';
import { replayCommand } from '../replay/replay-command.ts';
import { createStopSignal, type StopSignal } from '../run/stop-signal.ts';
import { randomWalkFile } from './random-walk.ts';

export type Replayed = Readonly<{ exit: ExitCode | null; out: string; lines: readonly string[] }>;

/** A folder with made-up candles, and a way to replay them as the command line does. */
export function replayStage(bars: number): {
  folder: string;
  file(symbol: string, seed?: number): string;
  replay(args: readonly string[], stop?: StopSignal): Promise<Replayed>;
} {
  const folder = mkdtempSync(join(tmpdir(), 'bot-replay-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    file(symbol, seed = 7) {
      const path = join(folder, `${symbol}_H1.csv`);
      writeFileSync(path, randomWalkFile(seed, bars));
      return path;
    },
    async replay(args, stop = createStopSignal()) {
      let out = '';
      let exit: ExitCode | null = null;
      let now = 0;
      const lines: string[] = [];
      const output = {
        out: (text: string) => {
          out += text;
        },
        line: (text: string) => {
          lines.push(text);
        },
        live() {},
        isTerminal: false,
      };
      const clock = {
        now() {
          now += 20;
          return instant(now);
        },
      };
      const command = replayCommand(async (options) => {
        exit = await runReplay({ output, clock, stop }, options);
      });
      await command.exitOverride().parseAsync([...args], { from: 'user' });
      return { exit, out, lines };
    },
  };
}
