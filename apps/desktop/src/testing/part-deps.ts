import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createLiveTime, type LiveTime } from '@quorate/bot/live/testing/live-time';
import { memoryVault } from '@quorate/bot/testing/memory-vault';
import type { DesktopDeps } from '../parts.ts';

export type PartDeps = DesktopDeps &
  Readonly<{
    time: LiveTime;
    /** What was written to the app's log. */
    lines: string[];
  }>;

/** The world of one part of the app: an empty data folder with letters that are not ASCII, and time that stands. */
export function partDeps(t: TestContext, over: Partial<DesktopDeps> = {}): PartDeps {
  const root = mkdtempSync(join(tmpdir(), 'Jörg Müller '));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const time = createLiveTime();
  const lines: string[] = [];
  return {
    clock: time,
    timers: time,
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    fetch,
    env: {},
    platform: 'linux',
    hostName: 'trading-desk',
    dataDir: join(root, 'Données'),
    vault: memoryVault(),
    roots: { appData: null },
    programs: {
      run: () => Promise.resolve({ started: false, reason: 'there is none' }),
      start: () => Promise.resolve('there is none'),
    },
    notify: (line) => void lines.push(line),
    time,
    lines,
    ...over,
  };
}
