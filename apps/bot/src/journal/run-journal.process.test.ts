import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { instant } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import {
  openRunJournal,
  paperLoginOf,
  type RecordedAnswer,
  type RunIdentity,
  runIdOf,
} from './run-journal.ts';

const root = mkdtempSync(join(tmpdir(), 'bot-journal-'));
after(() => rmSync(root, { recursive: true, force: true }));
const NOW = instant(Date.UTC(2026, 10, 20, 12));

const ANSWER: RecordedAnswer = {
  symbol: 'EURUSD',
  asOf: instant(Date.UTC(2025, 0, 2, 14)),
  snapshotHash: 'a'.repeat(64),
  answer: {
    kind: 'decision',
    decisionId: '0197a0c0-0000-7000-8000-000000000001',
    orderKey: 'ABCDEFGHIJ' as OrderKey,
    action: 'BUY',
    pUp: 0.61,
    stopLossAtr: 1.5,
    takeProfitAtr: 3,
    reason: 'Two of three see a rise.',
  },
  tokens: 3_000,
};

describe('the journal of a run', () => {
  it('holds what was kept when it is opened again', () => {
    const folder = join(root, 'kept');
    const first = openRunJournal(folder, NOW);
    first.recordAnswer(ANSWER);
    first.recordAnswer({ ...ANSWER, asOf: instant(ANSWER.asOf - 3_600_000) });
    first.recordAnswer({ ...ANSWER, symbol: 'GBPUSD' });
    first.acknowledge([{ ticket: '7-1', revision: 2 }]);
    first.acknowledge([{ ticket: '7-1', revision: 1 }]);
    first.setFact('begun', '1');
    first.close();

    const second = openRunJournal(folder, NOW);
    assert.deepEqual(
      second.recorded.map((entry) => [entry.asOf, entry.symbol]),
      [
        [ANSWER.asOf - 3_600_000, 'EURUSD'],
        [ANSWER.asOf, 'EURUSD'],
        [ANSWER.asOf, 'GBPUSD'],
      ],
    );
    assert.deepEqual(second.recorded[1], ANSWER);
    assert.equal(second.acknowledgedRevision('7-1'), 2);
    assert.equal(second.acknowledgedRevision('8-1'), 0);
    assert.equal(second.fact('begun'), '1');
    assert.equal(second.fact('finished'), null);
    second.close();
  });

  it('belongs to one process, and says to another whose it is', () => {
    const folder = join(root, 'owned');
    const journal = openRunJournal(folder, NOW);
    assert.throws(
      () => openRunJournal(folder, NOW),
      (error) =>
        error instanceof BotFault &&
        error.code === 'run_in_use' &&
        error.exitCode === 2 &&
        error.message.includes(`process ${process.pid} on `) &&
        error.message.includes('started 2026-11-20T12:00:00.000Z'),
    );
    journal.close();
    openRunJournal(folder, NOW).close();
  });

  it('is free again, and whole, after its process was killed', async () => {
    const folder = join(root, 'killed');
    const script = join(root, 'keep.ts');
    writeFileSync(
      script,
      `import { openRunJournal } from ${JSON.stringify(join(import.meta.dirname, 'run-journal.ts'))};
       const journal = openRunJournal(${JSON.stringify(folder)}, ${NOW});
       for (let bar = 0; ; bar++) {
         journal.recordAnswer({ ...${JSON.stringify(ANSWER)}, asOf: bar });
         process.stdout.write(bar + '\\n');
         await new Promise(setImmediate);
       }`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      if (told.split('\n').length > 50) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const journal = openRunJournal(folder, NOW);
    const acknowledged = told.split('\n').length - 1;
    assert.ok(acknowledged >= 50);
    assert.ok(
      journal.recorded.length >= acknowledged,
      `${journal.recorded.length} of ${acknowledged}`,
    );
    journal.close();
  });

  it('is refused when it is no journal, with the folder named', () => {
    const folder = join(root, 'damaged');
    openRunJournal(folder, NOW).close();
    writeFileSync(join(folder, 'journal.sqlite'), 'this is no database at all, it is a text');
    assert.throws(() => openRunJournal(folder, NOW), {
      code: 'run_damaged',
      message: `The journal in ${folder} is damaged; move the folder away to begin the run again, which sends nothing twice.`,
    });
  });

  it('is refused where no folder can be', () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    assert.throws(() => openRunJournal(join(file, 'run'), NOW), {
      code: 'data_folder',
      message: `The data folder ${join(file, 'run')} cannot be used: a part of its path is a file.`,
    });
  });

  // The administrator may write everywhere.
  it('is refused in a folder that may not be written', {
    skip: process.getuid?.() === 0 && 'runs as root',
  }, () => {
    const closed = mkdtempSync(join(root, 'closed-'));
    chmodSync(closed, 0o500);
    assert.throws(() => openRunJournal(join(closed, 'run'), NOW), { code: 'data_folder' });
  });
});

describe('the id of a run', () => {
  const market = { symbol: 'EURUSD', timeframe: 'H1', candles: 'c', zone: 'server' };
  const identity: RunIdentity = {
    userId: 'u',
    markets: [market],
    settings: { riskPercent: 1, balance: '10000' },
  };

  it('is the same for the same run, whatever the order of its settings', () => {
    const other = { ...identity, settings: { balance: '10000', riskPercent: 1 } };
    assert.equal(runIdOf(identity), runIdOf(other));
    assert.match(runIdOf(identity), /^[0-9a-f]{64}$/);
    assert.match(paperLoginOf(runIdOf(identity)), /^P[0-9A-F]{12}$/);
  });

  it('is another for another user, symbol, file, clock or setting', () => {
    const others: RunIdentity[] = [
      { ...identity, userId: 'v' },
      { ...identity, markets: [market, market] },
      { ...identity, markets: [{ ...market, symbol: 'GBPUSD' }] },
      { ...identity, markets: [{ ...market, candles: 'd' }] },
      { ...identity, markets: [{ ...market, zone: 'utc' }] },
      { ...identity, settings: { riskPercent: 2, balance: '10000' } },
    ];
    const ids = new Set([identity, ...others].map(runIdOf));
    assert.equal(ids.size, 7);
  });
});
