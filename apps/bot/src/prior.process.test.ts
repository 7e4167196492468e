import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { emptyRecord, learn } from '@quorate/trading/ensemble/learned-record';
import { readPrior } from './replay/verdict-options.ts';
import { PASSWORD, paperStage } from './testing/paper-stage.ts';
import { runBot } from './testing/run-bot.ts';

const stage = paperStage();

function args(...more: string[]): string[] {
  const market = ['--symbol', 'eurusd', '--timeframe', 'h1'];
  const who = ['--user', 'mira', '--password', PASSWORD, '--service', stage.service.url];
  return ['prior', ...market, ...who, '--data-dir', stage.data, ...more];
}

describe('bot prior', () => {
  const record = emptyRecord();
  learn(record, { touch: 'up', bar: 1, votes: [{ key: 'trend', side: 'BUY' }], pool: 0.5 });
  const reply = {
    success: true,
    prior: { 'EURUSD H1': record },
    shared_outcomes: 0,
    own_outcomes: 1,
  };

  function answering() {
    stage.service.mischief = ({ path }) =>
      path === '/api/bot/prior' ? { status: 200, body: JSON.stringify(reply) } : 'none';
  }

  it('writes the file that a replay begins with', async () => {
    answering();
    const file = join(stage.data, 'prior.json');
    const run = await runBot(args('--out', file, '--json'));
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(readPrior(file), reply.prior);
    assert.equal(JSON.parse(run.stdout).own_outcomes, 1);
    assert.match(run.stderr, /1 outcomes are known, 0 of all accounts together and 1 of yours\./);
  });

  it('without a file prints nothing else on standard output', async () => {
    answering();
    const run = await runBot(args());
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(JSON.parse(run.stdout), reply.prior);
  });

  it('says why the file cannot be written, and what the service refuses', async () => {
    answering();
    const away = await runBot(args('--out', join(stage.data, 'away', 'prior.json')));
    assert.equal(away.exit, 2);
    assert.match(away.stderr, /--out .*prior\.json cannot be written: ENOENT/);
    stage.service.mischief = () => 'none';
    const refused = await runBot(args());
    assert.notEqual(refused.exit, 0);
    assert.equal(refused.stdout, '');
  });

  it('leaves another file alone where the market is not known to be one', async () => {
    const file = join(stage.data, 'none.json');
    const run = await runBot([...args('--out', file), '--timeframe', 'H3']);
    assert.equal(run.exit, 2);
    assert.throws(() => readFileSync(file));
  });
});
