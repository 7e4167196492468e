import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Instant, instant } from '@quorate/values/instant';
import type { Deal } from '../account/deal.ts';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { expectRefusal } from '../testing/desk-context.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import type { Owner } from './ports.ts';

/** An owner who wants something from one bar on, until everything is closed. */
function anOwner(from: Instant, wish: 'entries_off' | 'close_all') {
  const closed: Deal[] = [];
  let open = true;
  const owner: Owner = {
    orders: (asOf) => ({
      entriesOff: asOf >= from,
      closeAll: wish === 'close_all' && open && asOf >= from,
    }),
    closed(_asOf, deals, refusals) {
      closed.push(...deals);
      open = refusals.length > 0;
    },
  };
  return { owner, closed };
}

test('after entries are off nothing is asked or opened, and what is open runs to its own end', async () => {
  const free = await runLoop();
  const [, , third] = free.of('trade-opened');
  assert.ok(third);
  const { owner } = anOwner(third.asOf, 'entries_off');
  const offline = createOfflineDecisions({ learning: false });
  const halted = await runLoop({ owner, decisions: offline });
  assert.deepEqual(
    halted.of('trade-opened'),
    free.of('trade-opened').filter(({ asOf }) => asOf <= third.asOf),
  );
  assert.ok(halted.result.trades.length < free.result.trades.length);
  assert.ok(halted.result.trades.every(({ status }) => status === 'CLOSED'));
  assert.ok((halted.result.notAsked.owner_halt ?? 0) > 0);
});

test('everything is closed at the bar of the order, with ticket and price, and each deal counts once', async () => {
  const free = await runLoop();
  const ended = new Set(free.of('trade-closed').map(({ asOf }) => asOf));
  const second = free.of('trade-opened').find(({ asOf }) => !ended.has(asOf));
  assert.ok(second);
  const { owner, closed } = anOwner(second.asOf, 'close_all');
  const { of, result } = await runLoop({ owner });
  assert.deepEqual(
    closed.map(({ positionTicket, reason, time }) => ({ positionTicket, reason, time })),
    [{ positionTicket: second.trade.positionTicket, reason: 'close', time: second.asOf }],
  );
  const trade = result.trades.at(-1);
  assert.equal(trade?.status, 'CLOSED');
  assert.deepEqual(trade?.closePrice, closed[0]?.price);
  const tickets = of('deal').map(({ deal }) => deal.ticket);
  assert.equal(new Set(tickets).size, tickets.length);
  assert.equal(result.account.balance.minor, result.account.equity.minor);
});

test('an order that is on its way for another symbol is closed as soon as it is filled', async () => {
  const series = [someBars(), someBars(9, 'GBPUSD')];
  const free = await runLoop({ series });
  const order = free.of('order').find(({ symbol }) => symbol === 'GBPUSD');
  assert.ok(order);
  const { owner, closed } = anOwner(instant(order.asOf + 1), 'close_all');
  const { of, result } = await runLoop({ series, owner });
  const opened = of('trade-opened').find(({ trade }) => trade.orderKey === order.order.key);
  assert.ok(opened);
  assert.ok(closed.some(({ positionTicket }) => positionTicket === opened.trade.positionTicket));
  assert.ok(result.trades.every(({ status }) => status === 'CLOSED'));
  assert.equal(result.account.balance.minor, result.account.equity.minor);
});

test('an order that comes while a decision is on its way keeps it from being followed', async () => {
  let halted = false;
  const offline = createOfflineDecisions({ learning: false });
  const { of } = await runLoop({
    owner: { orders: () => ({ entriesOff: halted, closeAll: false }), closed() {} },
    decisions: {
      async decide(request) {
        const outcome = offline.decide(request);
        if (outcome.kind === 'decision' && outcome.action !== 'HOLD') halted = true;
        return outcome;
      },
    },
  });
  assert.equal(of('order').length, 0);
  assert.equal(of('refusal')[0]?.refusal.code, 'owner_halt');
});

test('the desk refuses for its owner before anything else', () => {
  expectRefusal('owner_halt', 0, 1, {}, { ownerHalted: true, tradesToday: 99 });
});
