import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { withoutCompiler } from './testing/build-expert.ts';
import { createExpertStage, endChild, orderTerms } from './testing/expert-stage.ts';

type Line = Readonly<Record<string, unknown> & { t: string }>;
type Fake = Readonly<{
  /** The next line of the expert of this kind. */
  hear(t: string): Promise<Line>;
  say(t: string, body: object, changes?: object): void;
  /** Greets properly, with heartbeats every so often. */
  greet(heartbeatMs: number): Promise<void>;
  raw(text: string): void;
}>;

const NONCE = '5a'.repeat(32);

/** A bot that does as a test says, to see what the expert puts up with. */
describe('the expert obeys nobody but its bot', { skip: withoutCompiler }, () => {
  const ends: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of ends) await end();
  });

  async function fakeBot(): Promise<Fake & { executed(): number }> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const stage = await createExpertStage({ port });
    const child = stage.start();
    const [socket]: Socket[] = await once(server, 'connection');
    assert.ok(socket);
    socket.on('error', () => undefined);
    ends.push(async () => {
      await endChild(child);
      await stage.end();
      socket.destroy();
      server.close();
    });
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    let seq = 0;
    const fake: Fake = {
      async hear(t) {
        for (;;) {
          const { value, done } = await lines.next();
          assert.ok(!done, `the expert went without ${t}`);
          const line: Line = JSON.parse(value);
          if (line.t === t) return line;
        }
      },
      say(t, body, changes = {}) {
        seq += 1;
        const line = { v: 1, t, id: `b${seq}`, seq, ts: Date.now(), ...body, ...changes };
        socket.write(`${JSON.stringify(line)}\n`);
      },
      async greet(heartbeatMs) {
        fake.say('challenge', { proto: ['tb/1'], nonce: NONCE });
        const { nonce } = await fake.hear('hello');
        const mac = createHmac('sha256', Buffer.from(stage.token, 'hex'))
          .update(`tb/1 bot ${String(nonce)} ${NONCE}`)
          .digest('hex');
        fake.say('welcome', { session: 'test', hb_ms: heartbeatMs, mac });
      },
      raw: (text) => void socket.write(text),
    };
    return { ...fake, executed: () => stage.executed() };
  }

  test('who does not know the token is left', async () => {
    const bot = await fakeBot();
    bot.say('challenge', { proto: ['tb/1'], nonce: NONCE });
    await bot.hear('hello');
    bot.say('welcome', { session: 'test', hb_ms: 2_000, mac: '00'.repeat(32) });
    assert.equal((await bot.hear('bye')).code, 'auth');
  });

  test('its own proof, sent back, proves nothing', async () => {
    const bot = await fakeBot();
    bot.say('challenge', { proto: ['tb/1'], nonce: NONCE });
    const { mac } = await bot.hear('hello');
    bot.say('welcome', { session: 'test', hb_ms: 2_000, mac });
    assert.equal((await bot.hear('bye')).code, 'auth');
  });

  test('an order before the welcome is not obeyed', async () => {
    const bot = await fakeBot();
    bot.say('challenge', { proto: ['tb/1'], nonce: NONCE });
    bot.say('order.open', orderTerms('AAAAAAAAAA'));
    assert.equal((await bot.hear('bye')).code, 'auth');
    assert.equal(bot.executed(), 0);
  });

  test('a bot of another protocol is told what the expert speaks', async () => {
    const bot = await fakeBot();
    bot.say('challenge', { proto: ['tb/2', 'tb/3'], nonce: NONCE });
    const { code, message } = await bot.hear('bye');
    assert.deepEqual([code, message], ['version', 'the bot speaks tb/2, tb/3, the expert tb/1']);
  });

  test('a bot that falls silent is left after three heartbeats', async () => {
    const bot = await fakeBot();
    await bot.greet(100);
    const from = performance.now();
    await bot.hear('hb');
    assert.equal((await bot.hear('bye')).code, 'silent');
    const waited = performance.now() - from;
    assert.ok(waited > 200 && waited < 2_000, `${waited} ms`);
  });

  test('a gap in the count of lines ends the session, and its order is not sent', async () => {
    const bot = await fakeBot();
    await bot.greet(2_000);
    bot.say('order.open', orderTerms('AAAAAAAAAA'), { seq: 4 });
    assert.equal((await bot.hear('bye')).code, 'sequence');
    assert.equal(bot.executed(), 0);
  });

  test('a line that is too long, or no flat JSON, ends the session', async () => {
    for (const text of ['x'.repeat(70_000), '{"v":1,"t":{}}\n']) {
      const bot = await fakeBot();
      await bot.greet(2_000);
      bot.raw(text);
      assert.equal((await bot.hear('bye')).code, 'frame');
    }
  });

  test('a request that nobody knows is answered, and the session goes on', async () => {
    const bot = await fakeBot();
    await bot.greet(2_000);
    bot.say('dance', {});
    assert.equal((await bot.hear('error')).code, 'unknown_request');
    bot.say('account', {});
    assert.equal((await bot.hear('ok')).re, 'b4');
  });
});
