import assert from 'node:assert/strict';
import { connect as connectSocket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { listBots, sendHeartbeat } from '@quorate/contract/live';
import { getLive } from '@quorate/contract/live-stream';
import { accountInput, tradeInput } from '../test/helpers/builders.ts';
import { freshStorage } from '../test/helpers/fresh-database.ts';
import { type Person, postTo, signInTo, ticketsOf } from '../test/helpers/server-calls.ts';
import { freePort, type ServerProcess, startServer } from '../test/helpers/server-process.ts';
import { aBeat } from './features/live/testing/heartbeats.ts';

const LANES = 3;
const BATCH = 5;
const DRAIN_S = 1;

async function start(t: TestContext, env: Record<string, string> = {}) {
  const storage = await freshStorage();
  t.after(storage.remove);
  const settings = { ...storage.env, PORT: await freePort(), ...env };
  const server = await startServer(settings);
  t.after(server.kill);
  return { server, settings, person: await signInTo(server) };
}

/** Why a call had no answer: `ECONNREFUSED` once the port is closed. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return String(error);
}

/** A connection that the system took and the service had not yet when its port closed is reset. */
const PORT_CLOSED = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];

/** Syncs one batch after the other: until it may not any more, or nobody answers. */
async function keepSyncing(
  { url }: ServerProcess,
  { token }: Person,
  { lane, goesOn }: { lane: number; goesOn: () => boolean },
) {
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  for (let batch = 0; goesOn(); batch += 1) {
    const trades = Array.from({ length: BATCH }, (_, index) =>
      tradeInput({ position_ticket: `${lane}0${batch * BATCH + index}` }),
    );
    try {
      const reply = await postTo(
        url,
        '/api/bot/trades',
        { account: accountInput(), trades },
        token,
      );
      await reply.arrayBuffer();
      if (reply.status !== 200) wrong.push(`answered ${reply.status}`);
      else acknowledged.push(...trades.map((trade) => trade.position_ticket));
    } catch (error) {
      wrong.push(codeOf(error));
      break;
    }
  }
  return { acknowledged, wrong };
}

/** Readiness as a balancer sees it, until the port is closed. */
async function watchReadiness({ url }: ServerProcess, seen: number[]): Promise<number[]> {
  for (;;) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (!reply) return seen;
    await reply.arrayBuffer();
    if (seen.at(-1) !== reply.status) seen.push(reply.status);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a service that is told to end', () => {
  it('answers all that was sent to it, says before its port closes that it is not ready, and loses nothing', async (t) => {
    const { server, settings, person } = await start(t, { SHUTDOWN_DRAIN_S: String(DRAIN_S) });
    const seen: number[] = [];
    const readiness = watchReadiness(server, seen);
    const lanesWith = (first: number, goesOn: () => boolean) =>
      Array.from({ length: LANES }, (_, lane) =>
        keepSyncing(server, person, { lane: first + lane, goesOn }),
      );
    // Some are sent by a balancer, which takes its hands off a service that is not ready; some stay to the end.
    const balanced = lanesWith(1, () => !seen.includes(503));
    const direct = lanesWith(1 + LANES, () => true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const toldAt = performance.now();
    const stopped = server.stop();
    const [behind, beside] = await Promise.all([Promise.all(balanced), Promise.all(direct)]);
    assert.ok(performance.now() - toldAt >= DRAIN_S * 1_000, 'it went on while balancers look');
    assert.equal(await stopped, 0);
    assert.deepEqual(await readiness, [200, 503]);
    const wrong = (lanes: typeof behind) => lanes.flatMap((lane) => lane.wrong);
    assert.deepEqual(wrong(behind), []);
    assert.deepEqual(
      wrong(beside).filter((code) => !PORT_CLOSED.includes(code)),
      [],
    );
    const acknowledged = [...behind, ...beside].flatMap((lane) => lane.acknowledged);
    assert.ok(acknowledged.length > 4 * LANES, `${acknowledged.length} trades were acknowledged`);
    const again = await startServer(settings);
    t.after(again.kill);
    const stored = await ticketsOf(again.url, await signInTo(again));
    assert.equal(new Set(stored).size, stored.length);
    const lost = new Set(acknowledged).difference(new Set(stored));
    assert.deepEqual([...lost], []);
  });

  it('ends live events cleanly, answers a held heartbeat, and waits for no connection that says nothing', async (t) => {
    const { server, person } = await start(t);
    const headers = { authorization: `Bearer ${person.token}`, accept: 'text/event-stream' };
    const events = await fetch(`${server.url}${getLive.path}`, { headers });
    const reading = events.text();
    const held = postTo(server.url, sendHeartbeat.path, aBeat(), person.token, {
      prefer: 'wait=20',
    });
    const silent = connectSocket({ host: 'localhost', port: Number(new URL(server.url).port) });
    silent.on('error', () => {});
    await new Promise((resolve) => silent.once('connect', resolve));
    silent.write('POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-le');
    // The bot is listed once its heartbeat is held.
    for (let bots = 0; bots === 0; ) {
      const reply = await fetch(`${server.url}${listBots.path}`, { headers });
      bots = ((await reply.json()) as { bots: unknown[] }).bots.length;
    }
    const toldAt = performance.now();
    assert.equal(await server.stop(), 0);
    const tookMs = performance.now() - toldAt;
    assert.ok(tookMs < 8_000, `it took ${tookMs} ms`);
    assert.match(await reading, /^event: changed$/m);
    assert.equal((await held).status, 200);
  });
});
