import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse, listDecisions } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';
import { type SlowPanel, slowPanel } from './testing/slow-panel.ts';

const SPENT = 1_234;
const WAITS = 'waits for the decision that is under way';

/** The service behind a real socket, and callers that can hang up. */
async function start(t: TestContext, panel: SlowPanel) {
  const lines: string[] = [];
  const service = await startTestService(t, { panel, log: (line) => lines.push(line) });
  const { token } = await signedInUser(service, { plan: 'Pro' });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { db, app } = service;
  const closed = Promise.withResolvers<void>();
  app.server.on('connection', (socket) => socket.once('close', () => closed.resolve()));
  /** Resolves to the status of the answer, or to null when its caller has hung up. */
  async function ask(index: number, signal?: AbortSignal): Promise<number | null> {
    try {
      const reply = await fetch(url + analyse.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(request(bar(index)).body),
        ...(signal && { signal }),
      });
      await reply.arrayBuffer();
      return reply.status;
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  }
  const reservations = () => db.selectFrom('token_reservations').selectAll().execute();
  return {
    service,
    lines,
    token,
    usage: async () => (await service.call(getDashboard, {}, token)).usage,
    decisions: async () => (await service.call(listDecisions, {}, token)).pagination.total,
    /** How often those who look on were told that the usage changed. */
    announced: async () =>
      (
        await db
          .selectFrom('live_counts')
          .select('count')
          .where('topic', '=', 'usage')
          .executeTakeFirst()
      )?.count ?? 0,
    reservations,
    /** Resolves when the service has seen a connection close. */
    closed: closed.promise,
    ask,
    /** Has others ask about the bar that is under way; resolves when each of them waits for it. */
    join: async (signals: readonly (AbortSignal | undefined)[]) => {
      const waiting = async () => lines.filter((line) => line.includes(WAITS)).length;
      const others = signals.map((signal) => ask(0, signal));
      assert.equal(await eventually(waiting, (count) => count >= signals.length), signals.length);
      return others;
    },
  };
}

/** Asks until what is read is as it should be: what a call leaves behind is done after its caller has gone. */
async function eventually<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await read();
    if (isSo(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return read();
}

describe('a caller who hangs up while the models think', () => {
  // @promise 5.3
  it('ends the vote within a second, is charged once for what was taken, and holds nothing any more', async (t) => {
    const panel = slowPanel({ spent: SPENT });
    const { ask, usage, decisions, reservations, announced, lines } = await start(t, panel);
    const caller = new AbortController();
    const call = ask(0, caller.signal);
    await panel.whenAsked(1);
    assert.equal((await reservations()).length, 1);
    const hungUpAt = performance.now();
    caller.abort();
    await panel.whenCalledOff(1);
    assert.ok(performance.now() - hungUpAt < 1_000);
    assert.equal(await call, null);

    assert.deepEqual(await eventually(reservations, (rows) => rows.length === 0), []);
    const { tokens_used, tokens_remaining, token_limit } = await usage();
    assert.deepEqual([tokens_used, tokens_remaining], [SPENT, token_limit - SPENT]);
    assert.equal(await decisions(), 0);
    assert.equal(await announced(), 1);
    assert.deepEqual(
      lines.filter((line) => line.includes('"level":50')),
      [],
      'nothing has gone wrong',
    );
  });

  it('can ask for the bar again, and pays for both', async (t) => {
    const panel = slowPanel({ spent: SPENT });
    const { ask, usage, reservations, service, token } = await start(t, panel);
    const caller = new AbortController();
    const call = ask(0, caller.signal);
    await panel.whenAsked(1);
    caller.abort();
    await panel.whenCalledOff(1);
    await call;
    panel.answer();
    const { decision } = await service.call(analyse, request(bar(0)), token);
    assert.equal(panel.asked(), 2);
    await eventually(reservations, (rows) => rows.length === 0);
    assert.equal((await usage()).tokens_used, SPENT + decision.tokens);
  });

  it('leaves the vote to the others who wait for it', async (t) => {
    const panel = slowPanel({ spent: SPENT });
    const { ask, join, usage, decisions, closed } = await start(t, panel);
    const caller = new AbortController();
    const call = ask(0, caller.signal);
    await panel.whenAsked(1);
    const others = await join([undefined]);
    caller.abort();
    await closed;
    assert.equal(await call, null);
    panel.answer();
    assert.deepEqual(await Promise.all(others), [200]);
    assert.equal(panel.asked(), 1, 'the bar was put to the panel once');
    assert.equal(await decisions(), 1);
    assert.ok((await usage()).tokens_used > 0);
  });

  it('ends the vote when the last of those who wait for it has hung up', async (t) => {
    const panel = slowPanel({ spent: SPENT });
    const { ask, join, usage, reservations } = await start(t, panel);
    const callers = Array.from({ length: 5 }, () => new AbortController());
    const [first, ...joining] = callers.map(({ signal }) => signal);
    const call = ask(0, first);
    await panel.whenAsked(1);
    const others = await join(joining);
    for (const caller of callers) caller.abort();
    await panel.whenCalledOff(1);
    assert.deepEqual(await Promise.all([call, ...others]), Array(5).fill(null));
    await eventually(reservations, (rows) => rows.length === 0);
    assert.equal((await usage()).tokens_used, SPENT);
    assert.equal(panel.asked(), 1);
  });

  it('is charged nothing when the vote had taken nothing yet', async (t) => {
    const panel = slowPanel();
    const { ask, usage, reservations } = await start(t, panel);
    const caller = new AbortController();
    const call = ask(0, caller.signal);
    await panel.whenAsked(1);
    caller.abort();
    await call;
    await eventually(reservations, (rows) => rows.length === 0);
    const { tokens_remaining, token_limit } = await usage();
    assert.equal(tokens_remaining, token_limit);
  });
});

describe('a service that is told to end', () => {
  it('lets the vote that is under way come to its answer', async (t) => {
    const panel = slowPanel();
    const { ask, service } = await start(t, panel);
    const call = ask(0);
    await panel.whenAsked(1);
    const ended = service.app.close();
    panel.answer();
    assert.equal(await call, 200);
    service.app.server.closeIdleConnections();
    await ended;
  });
});
