import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '@quorate/trading/market/random';
import type { Frame } from './frames.ts';
import { createBridgeStage } from './testing/bridge-stage.ts';
import type { FakeExpert } from './testing/fake-expert.ts';
import type { MemoryWires } from './testing/memory-wires.ts';
import { splitAtRandom } from './testing/split-at-random.ts';

const RUNS = 150;
const REQUESTS = 15;

/** One run: requests over a connection that is split, delayed, changed and cut, by this seed alone. */
async function chaosRun(seed: number) {
  const random = createRandom(seed);
  const stage = createBridgeStage();
  const { timers, link } = stage;
  const heardKeys: string[] = [];
  let corrupted = 0;
  const wires: MemoryWires[] = [];

  function answer({ head, body }: Frame, expert: FakeExpert) {
    if (head.t === 'hb') expert.send('hb', {});
    if (head.t !== 'order.query') return;
    heardKeys.push(String(body.key));
    const say = () => expert.send('ok', result(String(body.key)), { re: head.id });
    if (random() < 0.7) say();
    else timers.after(random() * 8_000, say);
  }

  function mangle(bytes: Uint8Array): Uint8Array | null {
    if (random() > 0.02) return bytes;
    corrupted += 1;
    if (random() < 0.3) return null;
    const changed = Uint8Array.from(bytes);
    const at = Math.floor(random() * changed.length);
    // Never the same byte again: the nonces on the way are not made of the seed.
    changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    return changed;
  }

  async function redial() {
    if (wires.at(-1)?.isOpen()) return;
    const options = {
      delayMs: () => Math.floor(random() * 40),
      split: (bytes: Uint8Array) => splitAtRandom(bytes, random, 1 + Math.floor(random() * 90)),
      mangle,
    };
    wires.push((await stage.dial({ answer }, options)).wires);
  }

  const outcomes = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    await redial();
    await timers.advance(Math.floor(random() * 300));
    const key = keyOf(index);
    const asked = link.request('order.query', { key });
    const what = random();
    if (what < 0.05) wires.at(-1)?.cut();
    else if (what < 0.08) wires.at(-1)?.hang();
    const outcome = random() < 0.5 ? await timers.until(asked) : asked;
    outcomes.push({ key, outcome });
  }
  const settled = await timers.until(
    Promise.all(outcomes.map(async ({ key, outcome }) => ({ key, outcome: await outcome }))),
  );
  // Whatever happened, the next terminal is let in.
  await timers.advance(20_000);
  const { expert } = await stage.dial();
  const isBack = link.state().kind === 'connected' && expert.farewell() === null;
  return { settled, heardKeys, corrupted, isBack };
}

function keyOf(index: number): string {
  return `AAAAAAAA${'ABCDEFGHIJKLMNOP'[index]}2`;
}

function result(key: string) {
  const none = { order: '0', deal: '0', position: '0', lots: '0', price: '0' };
  return { key, state: 'none', retcode: 0, message: '', ...none, duplicate: false };
}

test(`${RUNS} runs over connections that split, delay, change, cut and hang: every request ends as what it was`, async () => {
  const kinds = { ok: 0, error: 0, unknown: 0, 'not-sent': 0 };
  let corrupted = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const run = await chaosRun(seed);
    corrupted += run.corrupted;
    assert.equal(run.settled.length, REQUESTS, `seed ${seed}`);
    assert.equal(new Set(run.heardKeys).size, run.heardKeys.length, `heard twice, seed ${seed}`);
    assert.ok(run.isBack, `nobody is let in after seed ${seed}`);
    for (const { key, outcome } of run.settled) {
      kinds[outcome.kind] += 1;
      if (outcome.kind === 'not-sent') assert.ok(!run.heardKeys.includes(key), `seed ${seed}`);
      if (outcome.kind === 'ok') assert.ok(run.heardKeys.length > 0, `seed ${seed}`);
    }
  }
  assert.ok(corrupted > 40, `${corrupted} lines were changed`);
  assert.ok(kinds.ok > RUNS * 5, JSON.stringify(kinds));
  assert.ok(kinds.unknown > 40, JSON.stringify(kinds));
});

test('a run comes out the same each time', async () => {
  assert.deepEqual(await chaosRun(7), await chaosRun(7));
});
