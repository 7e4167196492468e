import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerOf, RequestBody, RequestName } from '../../bridge/messages.ts';
import type { TerminalLink } from '../../bridge/terminal-link.ts';

/** An expert on a bench: EURUSD about 1.102, an account that carries a lot, the bot's real end of the bridge. */
export type ExpertBench = Readonly<{
  link: TerminalLink;
  magic: number;
  /** UTC, ms, by the clock that bot and expert share. */
  now(): number;
  /** Ends the terminal and starts it again on the same files, until it is let in. */
  restart(): Promise<void>;
  /** Waits for a request, where somebody has to move the clock for it. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
  end(): Promise<void>;
}>;

/**
 * The numbered card of tests that every expert passes, the simulated one and the one in MQL5. Each test
 * begins with a fresh bench.
 *
 * @param skip why it cannot be run here, or false
 */
export function expertCard(
  name: string,
  openBench: () => Promise<ExpertBench>,
  skip: string | false = false,
): void {
  function card(number: number, title: string, run: (hand: Hand) => Promise<void>): void {
    test(`${name}, card ${number}: ${title}`, { skip }, async () => {
      const bench = await openBench();
      try {
        await run(handOn(bench));
      } finally {
        await bench.end();
      }
    });
  }

  card(1, 'an order is filled once, and the same key is answered from the book', async (hand) => {
    const first = await hand.open();
    assert.deepEqual([first.state, first.duplicate], ['filled', false]);
    assert.deepEqual(await hand.open(), { ...first, duplicate: true });
    assert.equal(await hand.positions(), 1);
  });

  card(2, 'a key never stands for two orders', async (hand) => {
    await hand.open();
    assert.equal(await hand.refused({ side: 'SELL', sl: '1.12000', tp: null }), 'conflict');
    assert.equal(await hand.refused({ lots: '0.20' }), 'conflict');
    assert.equal(await hand.positions(), 1);
  });

  card(3, 'an order is not opened after its time', async (hand) => {
    // A terminal's own clock has whole seconds.
    assert.equal(await hand.refused({ exp: hand.bench.now() - 5_000 }), 'expired');
    assert.equal(await hand.positions(), 0);
  });

  card(4, 'an order with another magic number is refused', async (hand) => {
    assert.equal(await hand.refused({ magic: 1 }), 'bad_request');
    assert.equal(await hand.positions(), 0);
  });

  card(5, 'an order without a stop is refused', async (hand) => {
    assert.equal(await hand.refused({ sl: '0.00000' }), 'no_stop');
    assert.equal(await hand.positions(), 0);
  });

  card(6, 'a halt stops openings, also after a restart, until it is taken back', async (hand) => {
    const { position } = await hand.open();
    assert.deepEqual(await hand.ask('halt', {}), { halted: true });
    assert.equal(await hand.refused({ key: 'BBBBBBBBBB' }), 'halted');
    await hand.bench.restart();
    assert.equal((await hand.ask('account', {})).halted, true);
    assert.equal(await hand.refused({ key: 'BBBBBBBBBB' }), 'halted');
    assert.equal((await hand.close(position, '0.10')).state, 'filled', 'closing goes on');
    assert.deepEqual(await hand.ask('resume', {}), { halted: false });
    assert.equal((await hand.open({ key: 'BBBBBBBBBB' })).state, 'filled');
  });

  card(7, 'a key is remembered over a restart of the terminal', async (hand) => {
    const first = await hand.open();
    await hand.bench.restart();
    const again = await hand.open();
    assert.deepEqual([again.state, again.duplicate], ['filled', true]);
    const asked = await hand.ask('order.query', { key: 'AAAAAAAAAA' });
    assert.deepEqual([asked.state, asked.position], ['filled', first.position]);
    assert.equal(await hand.positions(), 1);
  });

  card(8, 'a key that nobody has heard of is none', async (hand) => {
    assert.equal((await hand.ask('order.query', { key: 'ZZZZZZZZZZ' })).state, 'none');
  });

  card(9, 'a part is closed once, and a ticket that is not open is named', async (hand) => {
    const { position } = await hand.open();
    const first = await hand.close(position, '0.04');
    assert.deepEqual([first.state, first.duplicate], ['filled', false]);
    assert.equal((await hand.close(position, '0.04')).duplicate, true);
    const [left] = (await hand.ask('positions', {})).positions;
    assert.equal(Number(left?.lots), 0.06);
    const wrong = { key: 'EEEEEEEEEE', exp: hand.bench.now() + 5_000, lots: '0.01', deviation: 9 };
    assert.equal(
      await hand.error('position.close', { ...wrong, ticket: '999999999' }),
      'unknown_ticket',
    );
  });

  card(10, 'stops are changed, and the same terms again are a success', async (hand) => {
    const { position: ticket } = await hand.open();
    const terms = { ticket, sl: '1.09500', tp: null };
    assert.equal((await hand.ask('position.modify', terms)).retcode, 10_009);
    const again = await hand.ask('position.modify', terms);
    assert.ok([10_009, 10_025, 0].includes(again.retcode), String(again.retcode));
    const [position] = (await hand.ask('positions', {})).positions;
    assert.deepEqual([Number(position?.sl), position?.tp], [1.095, null]);
  });

  card(11, 'the history holds the deals of a position, in their order', async (hand) => {
    const { position: ticket } = await hand.open();
    await hand.close(ticket, '0.10');
    const { deals } = await hand.ask('history.position', { ticket });
    assert.deepEqual(
      deals.map(({ type, entry }) => [type, entry]),
      [
        ['buy', 'in'],
        ['sell', 'out'],
      ],
    );
  });

  card(12, 'more than a position holds is not closed', async (hand) => {
    const { position: ticket } = await hand.open();
    const more = { key: 'EEEEEEEEEE', exp: hand.bench.now() + 5_000, lots: '0.11', deviation: 9 };
    assert.equal(await hand.error('position.close', { ...more, ticket }), 'bad_request');
    assert.equal((await hand.ask('order.query', { key: 'EEEEEEEEEE' })).state, 'none');
    assert.equal(await hand.positions(), 1);
  });

  card(13, 'a stop is moved, never taken away', async (hand) => {
    const { position: ticket } = await hand.open();
    const change = { ticket, sl: '0', tp: null };
    assert.equal(await hand.error('position.modify', change), 'no_stop');
    const [position] = (await hand.ask('positions', {})).positions;
    assert.equal(Number(position?.sl), 1.09);
  });

  card(14, 'however it is executed, a price that ran away is a requote', async (hand) => {
    const order = { symbol: 'GBPUSD', sl: '1.25000', tp: null, bid: '1.26980' };
    const far = await hand.open({ ...order, ask: '1.26991' });
    assert.deepEqual([far.state, far.retcode], ['rejected', 10_004]);
    const market = await hand.open({ key: 'CCCCCCCCCC', ask: '1.10189' });
    assert.deepEqual([market.state, market.retcode], ['rejected', 10_004]);
    assert.equal(await hand.positions(), 0);
    const near = await hand.open({ ...order, key: 'BBBBBBBBBB', ask: '1.26992' });
    assert.equal(near.state, 'filled');
  });

  card(15, 'an order that would lose more at its stop than it may is not sent', async (hand) => {
    // 1,210 points of 0.10 lots are 121.00.
    const refused = await hand.open({ most_loss: '120.99' });
    assert.deepEqual([refused.state, refused.retcode], ['rejected', 10_004]);
    const taken = await hand.open({ key: 'BBBBBBBBBB', most_loss: '121.01' });
    assert.equal(taken.state, 'filled');
  });

  card(16, 'a floor is held over a restart, and falls only with a reason', async (hand) => {
    assert.equal((await hand.ask('guard.query', {})).known, false);
    const held = await hand.ask('guard', line({ number: 5, floor: '9000.00' }));
    assert.deepEqual([held.known, held.number, Number(held.floor)], [true, 5, 9000]);
    assert.equal(await hand.error('guard', line({ number: 4, floor: '9500.00' })), 'stale_seq');
    assert.equal(await hand.error('guard', line({ number: 5, floor: '9500.00' })), 'stale_seq');
    assert.equal(await hand.error('guard', line({ number: 6, floor: '8999.99' })), 'lower_floor');
    const turn = { number: 6, floor: '8999.99', reason: 'turn' } as const;
    assert.equal((await hand.ask('guard', line(turn))).number, 6);
    await hand.bench.restart();
    const after = await hand.ask('guard.query', {});
    assert.deepEqual([after.number, Number(after.floor), Number(after.buffer)], [6, 8999.99, 50]);
    assert.equal((await hand.ask('guard', line(turn))).number, 6, 'the same again is a success');
  });

  card(
    17,
    'at the line everything is closed, and nothing is opened until a reason',
    async (hand) => {
      await hand.open();
      // The account has 10,000 less a spread.
      await hand.ask('guard', line({ number: 1, floor: '9960.00' }));
      for (let look = 0; look < 100 && (await hand.positions()) > 0; look += 1) await hand.pause();
      assert.equal(await hand.positions(), 0);
      assert.equal(await hand.refused({ key: 'BBBBBBBBBB' }), 'last_line');
      await hand.bench.restart();
      const held = await hand.ask('guard.query', {});
      assert.ok(held.tripped_at !== null && held.open === 0);
      await hand.ask('guard', line({ number: 2, floor: '9960.00' }));
      assert.equal(await hand.refused({ key: 'BBBBBBBBBB' }), 'last_line');
      await hand.ask('guard', line({ number: 3, floor: '9000.00', reason: 'turn' }));
      assert.equal((await hand.open({ key: 'BBBBBBBBBB' })).state, 'filled');
    },
  );

  card(18, 'entries are off as long as the guard says', async (hand) => {
    const off = { number: 1, floor: '9000.00', entries_off: true };
    await hand.ask('guard', line({ ...off, until: hand.bench.now() + 3_600_000 }));
    assert.equal(await hand.refused({}), 'last_line');
    await hand.ask('guard', line({ ...off, number: 2, until: hand.bench.now() - 5_000 }));
    assert.equal((await hand.open()).state, 'filled');
  });
}

type Hand = ReturnType<typeof handOn>;

function line(
  changes: Partial<RequestBody<'guard'>> & Pick<RequestBody<'guard'>, 'number' | 'floor'>,
): RequestBody<'guard'> {
  return {
    buffer: '50.00',
    entries_off: false,
    until: null,
    hand: false,
    reason: null,
    ...changes,
  };
}

function handOn(bench: ExpertBench) {
  const request = <Name extends RequestName>(name: Name, body: RequestBody<Name>) =>
    bench.until(bench.link.request(name, body));

  async function ask<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ): Promise<AnswerOf<Name>> {
    const outcome = await request(name, body);
    if (outcome.kind !== 'ok') assert.fail(`${name}: ${JSON.stringify(outcome)}`);
    return outcome.answer;
  }

  async function error<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ): Promise<string> {
    const outcome = await request(name, body);
    if (outcome.kind !== 'error') assert.fail(`${name}: ${JSON.stringify(outcome)}`);
    return outcome.code;
  }

  const order = (changes: Partial<RequestBody<'order.open'>> = {}) => ({
    key: 'AAAAAAAAAA',
    exp: bench.now() + 5_000,
    magic: bench.magic,
    symbol: 'EURUSD',
    side: 'BUY' as const,
    lots: '0.10',
    sl: '1.09000',
    tp: '1.12000',
    deviation: 20,
    bid: '1.10200',
    ask: '1.10210',
    ...changes,
  });

  return {
    bench,
    ask,
    error,
    open: (changes?: Partial<RequestBody<'order.open'>>) => ask('order.open', order(changes)),
    refused: (changes: Partial<RequestBody<'order.open'>>) => error('order.open', order(changes)),
    close: (ticket: string, lots: string) =>
      ask('position.close', {
        key: 'DDDDDDDDDD',
        exp: bench.now() + 5_000,
        ticket,
        lots,
        deviation: 20,
      }),
    /** Lets the expert work for a moment. */
    pause: () => bench.until(new Promise((resolve) => void setTimeout(resolve, 20))),
    positions: async () => (await ask('positions', {})).positions.length,
  };
}
