import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { AnswerOf, RequestBody, RequestName } from './bridge/messages.ts';
import { EXPERT_VERSION } from './expert-version.ts';
import { withoutCompiler } from './testing/build-expert.ts';
import { createExpertStage, endChild, orderTerms } from './testing/expert-stage.ts';

type Stage = Awaited<ReturnType<typeof createExpertStage>>;

async function ask<Name extends RequestName>(
  stage: Stage,
  name: Name,
  body: RequestBody<Name>,
): Promise<AnswerOf<Name>> {
  const outcome = await stage.link.request(name, body);
  if (outcome.kind !== 'ok') assert.fail(`${name}: ${JSON.stringify(outcome)}`);
  return outcome.answer;
}

async function refused(stage: Stage, body: RequestBody<'order.open'>): Promise<string> {
  const outcome = await stage.link.request('order.open', body);
  assert.equal(outcome.kind, 'error');
  return outcome.kind === 'error' ? outcome.code : '';
}

describe('the expert speaks with the real bridge', { skip: withoutCompiler }, () => {
  const stages: Stage[] = [];
  async function stageOf(options: Parameters<typeof createExpertStage>[0] = {}): Promise<Stage> {
    const stage = await createExpertStage(options);
    stages.push(stage);
    return stage;
  }
  after(async () => {
    for (const stage of stages) await stage.end();
  });

  // @spec 1.4
  test('both prove the token, and the expert says who it is', async () => {
    const stage = await stageOf({ account: { login: '5001234', server: 'Fake-Demo' } });
    stage.start();
    const hello = await stage.connected();
    assert.equal(hello.ea, EXPERT_VERSION);
    assert.equal(hello.account.margin_mode, 'hedging');
    assert.equal(hello.account.company, 'Fake "Broker" Ltd');
    assert.equal(hello.permissions.algo_trading, true);
  });

  test('an expert with another token is turned away', async () => {
    const stage = await stageOf({ wrongToken: 'ab'.repeat(32) });
    stage.start();
    assert.match(await stage.turnedAway(), /token/);
    assert.equal(stage.link.state().kind, 'waiting');
  });

  test('the terminal of another account is turned away', async () => {
    const stage = await stageOf({ account: { login: '1', server: 'Other' } });
    stage.start();
    assert.match(await stage.turnedAway(), /5001234 at Fake-Demo/);
  });

  test('the same number at another trade server is another account', async () => {
    const stage = await stageOf({ account: { login: '5001234', server: 'Fake-Demo' } });
    stage.start();
    await stage.connected();
    const reasons: string[] = [];
    const turnedAway = new Promise<void>((resolve) => {
      stage.link.onState((state) => {
        if (state.kind === 'waiting') reasons.push(state.reason ?? '');
        if (state.kind === 'connected' || reasons.length === 2) resolve();
      });
    });
    writeFileSync(join(stage.root, 'account-server.txt'), 'Fake-Live');
    await turnedAway;
    assert.match(reasons[0] ?? '', /stopping.*changed its account/);
    assert.match(reasons[1] ?? '', /5001234 at Fake-Live/);
  });

  test('every request has an answer that the bot can read', async () => {
    const stage = await stageOf();
    stage.start('--positions', '3');
    await stage.connected();
    assert.equal((await ask(stage, 'account', {})).halted, false);
    assert.deepEqual((await ask(stage, 'symbol.names', {})).names, ['EURUSD', 'GBPUSD', 'XAUUSD']);
    const { symbols, unknown } = await ask(stage, 'symbols', {
      symbols: ['XAUUSD', 'NONE', 'EURUSD'],
    });
    assert.deepEqual(unknown, ['NONE']);
    assert.deepEqual(
      symbols.map((spec) => [spec.symbol, spec.ask]),
      [
        ['XAUUSD', '2400.40'],
        ['EURUSD', '1.10210'],
      ],
    );
    const bars = await ask(stage, 'bars', { symbol: 'EURUSD', tf: 'M5', count: 1_000 });
    assert.equal(bars.bars.length, 1_000);
    assert.equal(bars.ready, true);
    const [, , newest] = bars.bars.slice(-3);
    const before = await ask(stage, 'bars', {
      symbol: 'EURUSD',
      tf: 'M5',
      count: 2,
      before: newest?.[0] ?? 0,
    });
    assert.deepEqual(
      before.bars.map(([time]) => time),
      bars.bars.slice(-3, -1).map(([time]) => time),
    );
    assert.deepEqual((await ask(stage, 'orders', {})).orders, []);
    const check = await ask(stage, 'order.check', orderTerms('CHECKAAAAA'));
    assert.deepEqual([check.retcode, check.margin], [0, '110.21']);
    assert.equal((await ask(stage, 'order.query', { key: 'NEVERHEARD' })).state, 'none');

    const dealTold = stage.event('deal');
    const opened = await ask(stage, 'order.open', orderTerms('AAAAAAAAAA'));
    assert.deepEqual(
      [opened.state, opened.price, opened.lots, opened.duplicate],
      ['filled', '1.10210', '0.1', false],
    );
    assert.equal((await dealTold).name, 'deal');
    assert.equal((await ask(stage, 'positions', {})).positions.length, 4);
    const { position } = opened;
    const sl = '1.09500';
    assert.equal(
      (await ask(stage, 'position.modify', { ticket: position, sl, tp: null })).retcode,
      10_009,
    );
    assert.equal(
      (await ask(stage, 'position.modify', { ticket: position, sl, tp: null })).retcode,
      10_009,
    );
    const closing = {
      key: 'CCCCCCCCCC',
      exp: Date.now() + 5_000,
      ticket: position,
      lots: '0.10',
      deviation: 10,
    };
    assert.equal((await ask(stage, 'position.close', closing)).state, 'filled');
    assert.equal((await ask(stage, 'position.close', closing)).duplicate, true);
    const deals = await ask(stage, 'history.position', { ticket: position });
    assert.deepEqual(
      deals.deals.map((deal) => deal.entry),
      ['in', 'out'],
    );
    const window = { from: 0, to: Math.floor(Date.now() / 1_000) + 86_400 };
    const second = await ask(stage, 'history', { ...window, skip: 1, limit: 5 });
    assert.deepEqual([second.total, second.deals.map((deal) => deal.entry)], [2, ['out']]);
  });

  test('quotes are told once subscribed to', async () => {
    const stage = await stageOf();
    stage.start();
    await stage.connected();
    const told = stage.event('tick');
    assert.deepEqual(
      await ask(stage, 'subscribe', { symbols: ['EURUSD', 'NONE'], tf: 'M1', ticks: true }),
      { unknown: ['NONE'] },
    );
    const event = await told;
    assert.ok(event.name === 'tick' && event.body.bid === '1.10200');
  });

  test('500 positions come in one answer of several parts', async () => {
    const stage = await stageOf();
    stage.start('--positions', '500');
    await stage.connected();
    const { positions } = await ask(stage, 'positions', {});
    assert.equal(new Set(positions.map(({ ticket }) => ticket)).size, 500);
  });

  // @spec 10.13
  test('an order is refused when it is late, without a stop, for another magic number, or halted', async () => {
    const stage = await stageOf();
    const terminal = stage.start();
    await stage.connected();
    assert.equal(
      await refused(stage, orderTerms('AAAAAAAAAA', { exp: Date.now() - 2_000 })),
      'expired',
    );
    assert.equal(await refused(stage, orderTerms('AAAAAAAAAA', { sl: '0' })), 'no_stop');
    assert.equal(await refused(stage, orderTerms('AAAAAAAAAA', { magic: 1 })), 'bad_request');
    assert.equal(
      await refused(stage, orderTerms('AAAAAAAAAA', { symbol: 'NONE' })),
      'unknown_symbol',
    );
    assert.equal((await ask(stage, 'halt', {})).halted, true);
    await endChild(terminal);
    stage.start();
    await stage.connected();
    assert.equal(await refused(stage, orderTerms('AAAAAAAAAA')), 'halted');
    assert.equal((await ask(stage, 'resume', {})).halted, false);
    assert.equal((await ask(stage, 'order.open', orderTerms('AAAAAAAAAA'))).state, 'filled');
    assert.equal(await refused(stage, orderTerms('AAAAAAAAAA', { lots: '0.20' })), 'conflict');
    assert.equal(stage.executed(), 1);
  });

  test('a missing permission is named', async () => {
    const stage = await stageOf();
    stage.start('--without', '1');
    await stage.connected();
    const outcome = await stage.link.request('order.open', orderTerms('AAAAAAAAAA'));
    assert.ok(outcome.kind === 'error' && outcome.code === 'not_allowed');
    assert.equal(outcome.message, 'algo_trading');
  });

  test('an answer that the server lost is asked about and found', async () => {
    const stage = await stageOf();
    stage.start('--script', 'lost,rewrite');
    await stage.connected();
    for (const key of ['AAAAAAAAAA', 'BBBBBBBBBB']) {
      assert.equal((await ask(stage, 'order.open', orderTerms(key))).state, 'unknown');
      assert.equal((await ask(stage, 'order.query', { key })).state, 'filled');
      assert.equal((await ask(stage, 'order.open', orderTerms(key))).duplicate, true);
    }
    assert.equal(stage.executed(), 2);
  });

  test('the same over a named pipe', async () => {
    const stage = await stageOf({ transport: 'pipe' });
    stage.start();
    await stage.connected();
    assert.equal((await ask(stage, 'order.open', orderTerms('AAAAAAAAAA'))).state, 'filled');
  });
});
