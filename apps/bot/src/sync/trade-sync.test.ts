import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TradeInput } from '@quorate/contract/trade-sync';
import { instant } from '@quorate/values/instant';
import { createStopSignal } from '../run/stop-signal.ts';
import type { Session } from '../service/session.ts';
import { createTradeSync } from './sync.ts';

const ACCOUNT = { server: 'paper', login: 'P1', account_type: 'demo', currency: 'USD' } as const;

function trade(ticket: string, revision: number): TradeInput {
  const closed = revision > 1;
  return {
    position_ticket: ticket,
    symbol: 'EURUSD',
    trade_type: 'BUY',
    volume: 0.1,
    digits: 5,
    open_price: 1.1,
    close_price: closed ? 1.2 : null,
    stop_loss: 1,
    take_profit: 1.3,
    opened_at: '2025-01-02T15:00:00.000Z',
    closed_at: closed ? '2025-01-02T16:00:00.000Z' : null,
    status: closed ? 'CLOSED' : 'OPEN',
    gross_profit: 0,
    commission: 0,
    swap: 0,
    fee: 0,
    profit: 0,
    initial_risk: 100,
    decision_id: null,
    revision,
  };
}

type Sent = { ticket: string; revision: number };
type Outcome = Awaited<ReturnType<Session['call']>>['kind'];

/** A sync whose service answers as told, and a journal in memory. */
function synced(answers: Outcome[] = []) {
  const batches: Sent[][] = [];
  const acknowledged = new Map<string, number>();
  const time = { now: 0 };
  const stop = createStopSignal();
  const session = {
    call: (_endpoint: unknown, input: { body: { trades: TradeInput[] } }) => {
      batches.push(
        input.body.trades.map(({ position_ticket: ticket, revision }) => ({ ticket, revision })),
      );
      const kind = answers.shift() ?? 'ok';
      return Promise.resolve({
        kind,
        reply: {},
        reason: 'nothing listens there',
        message: 'No.',
        status: 409,
      });
    },
  };
  const journal = {
    recorded: [],
    recordAnswer: () => undefined,
    acknowledgedRevision: (ticket: string) => acknowledged.get(ticket) ?? 0,
    acknowledge: (sent: readonly Sent[]) => {
      for (const { ticket, revision } of sent) acknowledged.set(ticket, revision);
    },
    fact: () => null,
    setFact: () => undefined,
    close: () => undefined,
  };
  const clock = { now: () => instant(time.now) };
  const sync = createTradeSync({
    session: session as Pick<Session, 'call'>,
    journal,
    account: ACCOUNT,
    stop,
    clock,
  });
  return { sync, batches, acknowledged, stop, time };
}

describe('the sync of trades', () => {
  it('sends the newest state of each trade, once', async () => {
    const { sync, batches, acknowledged } = synced();
    sync.add(trade('a', 1));
    sync.add(trade('b', 1));
    sync.add(trade('a', 2));
    assert.equal(await sync.flush(), true);
    assert.equal(await sync.flush(), true);
    assert.deepEqual(batches, [
      [
        { ticket: 'a', revision: 2 },
        { ticket: 'b', revision: 1 },
      ],
    ]);
    assert.deepEqual(
      [...acknowledged],
      [
        ['a', 2],
        ['b', 1],
      ],
    );
  });

  it('leaves out what the service has already, and sends what came after', async () => {
    const { sync, batches, acknowledged } = synced();
    acknowledged.set('a', 2).set('b', 1);
    for (const revision of [1, 2])
      for (const ticket of ['a', 'b']) sync.add(trade(ticket, revision));
    await sync.flush();
    assert.deepEqual(batches, [[{ ticket: 'b', revision: 2 }]]);
  });

  it('sends a trade once more with the reason that a bot of before did not send', async () => {
    const { sync, batches, acknowledged } = synced();
    acknowledged.set('a', 2);
    const ended = { ...trade('a', 2), exit_reason: 'stop' } as const;
    sync.add(trade('a', 2));
    assert.equal(sync.waiting(), 0);
    for (let times = 0; times < 2; times += 1) {
      sync.add(ended);
      await sync.flush();
    }
    assert.deepEqual(batches, [[{ ticket: 'a', revision: 2 }]]);
    assert.deepEqual(
      [...acknowledged],
      [
        ['a', 2],
        ['exit a', 2],
      ],
    );
    sync.add({ ...ended, revision: 3 });
    await sync.flush();
    assert.deepEqual(batches.slice(1), [[{ ticket: 'a', revision: 3 }]]);
  });

  it('sends at most a hundred at a time', async () => {
    const { sync, batches } = synced();
    for (let index = 0; index < 250; index++) sync.add(trade(`t${index}`, 2));
    assert.equal(sync.isDue(), true);
    await sync.flush();
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [100, 100, 50],
    );
    assert.equal(sync.waiting(), 0);
  });

  // @spec 4.35
  it('is due when a batch is full, or after a second', () => {
    const { sync, time } = synced();
    time.now = 5_000;
    assert.equal(sync.isDue(), false, 'nothing waits');
    time.now = 900;
    sync.add(trade('a', 1));
    assert.equal(sync.isDue(), false);
    time.now = 1_000;
    assert.equal(sync.isDue(), true);
  });

  it('keeps what was not acknowledged, and ends the run when the service stays away', async () => {
    const { sync, acknowledged, stop } = synced(['ok', 'gave-up']);
    for (let index = 0; index < 150; index++) sync.add(trade(`t${index}`, 2));
    assert.equal(await sync.flush(), false);
    assert.equal(acknowledged.size, 100);
    assert.equal(sync.waiting(), 50);
    assert.deepEqual(stop.reason(), {
      kind: 'service-unreachable',
      message: 'nothing listens there',
    });
    assert.equal(await sync.flush(), true);
    assert.equal(acknowledged.size, 150);
  });

  it('keeps what was not sent when it is interrupted', async () => {
    const { sync, stop } = synced(['stopped']);
    sync.add(trade('a', 1));
    assert.equal(await sync.flush(), false);
    assert.equal(sync.waiting(), 1);
    assert.equal(stop.reason(), null);
  });

  it('tells when the service will not have the trades', async () => {
    const { sync } = synced(['refused']);
    sync.add(trade('a', 1));
    await assert.rejects(sync.flush(), {
      code: 'service_refused',
      message: 'The service refused a batch of trades: No.',
    });
  });
});
