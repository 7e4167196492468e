import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { RunSummary } from '../report/summary.ts';
import { randomWalkFile } from './random-walk.ts';
import { type BotRun, runBot } from './run-bot.ts';
import { type StandIn, startStandIn } from './stand-in-service.ts';

export const PASSWORD = 'correct horse';
export const BARS = 2_500;

/** A stage for whole runs of the command: a fresh service and a fresh data folder for each test. */
type PaperStage = {
  readonly service: StandIn;
  readonly data: string;
  /** What a run that nothing disturbs leaves at the service. */
  readonly control: readonly string[];
  /** The command's arguments; later ones win. */
  args(...more: string[]): string[];
  /** The stored trades without what differs between two services: the ids of decisions. */
  rows(): string[];
  callsOf(path: string): number;
  /** A fresh service and a fresh data folder within a test. */
  renew(): Promise<void>;
};

/** Sets the stage up around the tests of the file that calls it. */
export function paperStage(): PaperStage {
  const folder = mkdtempSync(join(tmpdir(), 'bot-paper-'));
  const candles = join(folder, 'EURUSD_H1.csv');
  writeFileSync(candles, randomWalkFile(7, BARS));
  let service: StandIn;
  let data: string;
  let control: string[] = [];
  let made = 0;

  const stage: PaperStage = {
    get service() {
      return service;
    },
    get data() {
      return data;
    },
    get control() {
      return control;
    },
    args(...more) {
      const what = [
        '--candles',
        candles,
        '--symbol',
        'EURUSD',
        '--user',
        'mira',
        '--password',
        PASSWORD,
      ];
      const where = [
        '--service',
        service.url,
        '--data-dir',
        data,
        '--json',
        '--give-up-after',
        '20',
      ];
      return ['paper', ...what, ...where, ...more];
    },
    rows: () =>
      [...service.trades.values()]
        .map((trade) => JSON.stringify({ ...trade, decision_id: null }))
        .toSorted(),
    callsOf: (path) => service.calls.filter((call) => call.path === path).length,
    async renew() {
      await service.kill();
      await begin();
    },
  };

  async function begin(): Promise<void> {
    service = await startStandIn({ user: 'mira', password: PASSWORD });
    data = join(folder, `data-${++made}`);
  }

  before(async () => {
    await begin();
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    control = stage.rows();
    assert.ok(control.length >= 10, `${control.length} trades`);
    await service.kill();
  });
  beforeEach(begin);
  afterEach(() => service.kill());
  after(() => rmSync(folder, { recursive: true, force: true }));
  return stage;
}

/** The one object on standard output. */
export function summaryOf(run: BotRun): RunSummary {
  assert.equal(run.stdout.trim().split('\n').length, 1, 'one line on standard output');
  return JSON.parse(run.stdout) as RunSummary;
}

/** Waits for something that another process does. */
export async function until(met: () => boolean): Promise<void> {
  const started = performance.now();
  while (!met()) {
    if (performance.now() - started > 20_000) assert.fail('waited for 20 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
