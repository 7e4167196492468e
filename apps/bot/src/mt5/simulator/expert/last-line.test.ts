import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestBody } from '../../bridge/messages.ts';
import { symbolTerms } from '../market/symbol-terms.ts';
import { byHand } from '../testing/by-hand.ts';
import { anOrder, openExpertStage } from '../testing/expert-stage.ts';
import { createLineFile } from './last-line.ts';

function guardOf(changes: Partial<RequestBody<'guard'>> = {}): RequestBody<'guard'> {
  return {
    number: 1,
    floor: '9990.00',
    buffer: '2.00',
    entries_off: false,
    until: null,
    hand: false,
    reason: null,
    ...changes,
  };
}

test('without bot and service the expert closes above the floor, and says so to the bot that returns', async () => {
  const { terminal, open, ask, bot, advance, settle } = await openExpertStage();
  // 0.10 lots: a point is 0.10.
  await open();
  await ask('guard', guardOf());
  bot().close();
  terminal.tick('EURUSD', 110_160, 110_170);
  await settle();
  assert.equal(terminal.server().positions().length, 1, '9,995.00 less a spread is above');
  terminal.tick('EURUSD', 110_139, 110_149);
  await settle();
  const { positions, ledger } = terminal.server();
  assert.deepEqual([positions().length, ledger.balance()], [0, 999_290]);
  assert.equal(terminal.server().deals().at(-1)?.comment, 'TB1:LASTLINE');
  await advance(2_000);
  const [told] = bot().heard.filter(({ t }) => t === 'last_line');
  assert.deepEqual([told?.what, told?.open, told?.equity], ['tripped', 0, '9992.90']);
});

test('a closing that the server does not take is asked for again until it is done', async () => {
  const { terminal, open, ask, bot, advance, settle } = await openExpertStage();
  await open();
  await ask('guard', guardOf());
  const codes = [10_018, 10_021, 10_024, 10_030, 10_018, 10_018, 10_018, 10_018, 10_018];
  terminal.server().behaviours.next(...codes.map((refuse) => ({ refuse })));
  terminal.tick('EURUSD', 110_130, 110_140);
  await settle();
  assert.equal(terminal.server().positions().length, 1);
  await advance(6_000);
  assert.equal(terminal.server().positions().length, 0);
  const told = bot().heard.filter(({ t }) => t === 'last_line');
  assert.deepEqual(
    told.map(({ what }) => what),
    ['tripped', 'stuck', 'closed'],
  );
});

test('what was opened by hand is closed only where its owner allows that', async () => {
  for (const hand of [false, true]) {
    const { terminal, ask, bot, settle } = await openExpertStage();
    byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
    await ask('guard', guardOf({ hand }));
    terminal.tick('EURUSD', 110_100, 110_110);
    await settle();
    terminal.tick('EURUSD', 110_090, 110_100);
    await settle();
    assert.equal(terminal.server().positions().length, hand ? 0 : 1);
    const told = bot().heard.filter(({ t }) => t === 'last_line');
    assert.deepEqual(
      told.map(({ what }) => what),
      hand ? ['tripped', 'closed'] : ['hand'],
    );
  }
});

test('a file that is broken switches entries off until a guard comes', async () => {
  const lineFile = createLineFile();
  const first = await openExpertStage({ lineFile });
  await first.ask('guard', guardOf({ floor: '9000.00' }));
  lineFile.text = lineFile.text?.slice(0, -9) ?? '';
  const { fail, ask, open, timers } = await openExpertStage({ lineFile });
  assert.equal((await ask('guard.query', {})).broken, true);
  assert.equal(await fail('order.open', anOrder(timers.now())), 'last_line');
  await ask('guard', guardOf({ floor: '9000.00' }));
  assert.equal((await open()).state, 'filled');
});

test('the cost of closing counts: commissions once more, and a spread', async () => {
  const { terminal, open, ask, settle } = await openExpertStage({
    symbols: [symbolTerms('EURUSD', { commissionPerLot: 350 })],
  });
  await open();
  // 10,000 less 1.00 of spread and 0.35 of commission; closing costs 0.35, and perhaps 1.00.
  await ask('guard', guardOf({ floor: '9995.29', buffer: '2.00' }));
  terminal.tick('EURUSD', 110_200, 110_210);
  await settle();
  assert.equal(terminal.server().positions().length, 1);
  await ask('guard', guardOf({ number: 2, floor: '9995.30', buffer: '2.00' }));
  terminal.tick('EURUSD', 110_200, 110_210);
  await settle();
  assert.equal(terminal.server().positions().length, 0);
});

test('a closing that the market does not take now is under way until it is done', async () => {
  const { terminal, open, ask, advance, timers, bot } = await openExpertStage();
  const { position: ticket } = await open();
  const codes = [10_018, 10_024, 10_018, 10_018, 10_018, 10_018, 10_018, 10_018];
  terminal.server().behaviours.next(...codes.map((refuse) => ({ refuse })));
  const closing = { key: 'DDDDDDDDDD', ticket, lots: '0.04', deviation: 9 };
  const first = await ask('position.close', { ...closing, exp: timers.now() + 5_000 });
  assert.equal(first.state, 'sent');
  await advance(2_000);
  assert.equal((await ask('order.query', { key: closing.key })).state, 'sent');
  await advance(2_500);
  const asked = await ask('order.query', { key: closing.key });
  assert.deepEqual([asked.state, asked.lots], ['filled', '0.04']);
  assert.equal(terminal.server().positions()[0]?.volume, 6, 'once');
  assert.ok(bot().heard.some(({ t, level }) => t === 'log' && level === 'error'));
});
