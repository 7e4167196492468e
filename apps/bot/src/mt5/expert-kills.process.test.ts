import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { OrderResult } from './bridge/records.ts';
import { withoutCompiler } from './testing/build-expert.ts';
import { createExpertStage, endChild, orderTerms } from './testing/expert-stage.ts';

type Stage = Awaited<ReturnType<typeof createExpertStage>>;
/** More steps than an order has: writes in halves, flushes, sends, the server's work. */
const STEPS_MOST = 60;
const DONE: readonly OrderResult['state'][] = ['filled', 'partial'];

describe('an expert that is killed at any step of an order', { skip: withoutCompiler }, () => {
  const stages: Stage[] = [];
  after(async () => {
    for (const stage of stages) await stage.end();
  });

  async function query(stage: Stage, key: string): Promise<OrderResult> {
    const outcome = await stage.link.request('order.query', { key });
    if (outcome.kind !== 'ok') assert.fail(JSON.stringify(outcome));
    return outcome.answer;
  }

  /** Orders under a fresh key, with a kill at the step; false when the order was over before it. */
  async function killAt(stage: Stage, step: number, script: string, loseBook: boolean) {
    const key = `${script.toUpperCase().padEnd(8, 'A').slice(0, 8)}${base32(step)}`;
    const before = stage.executed();
    const first = stage.start('--kill-at', String(step), '--script', script);
    const died = once(first, 'exit');
    await Promise.race([stage.connected(), died]);
    const outcome = await stage.link.request('order.open', orderTerms(key));
    const isOver = outcome.kind === 'ok' && first.exitCode === null && first.signalCode === null;
    if (isOver) await endChild(first);
    else await died;
    await gone(stage);
    if (loseBook) rmSync(join(stage.root, 'Quorate', 'book-5001234.txt'), { force: true });

    const second = stage.start();
    await stage.connected();
    const known = await query(stage, key);
    const executed = stage.executed() - before;
    assert.ok(executed <= 1, `step ${step}: executed ${executed} times`);
    assert.equal(DONE.includes(known.state), executed === 1, `step ${step}: ${known.state}`);
    // Nobody should send it again; whoever does has no second order.
    const again = await stage.link.request('order.open', orderTerms(key));
    const wasKnown = known.state !== 'none';
    assert.equal(again.kind === 'ok' && again.answer.duplicate, wasKnown, `step ${step}`);
    assert.equal(stage.executed() - before, wasKnown ? executed : 1, `step ${step}`);
    await endChild(second);
    await gone(stage);
    return !isOver;
  }

  /** Closes a part under a fresh key, with a kill at the step; false when it was over before it. */
  async function killClosingAt(stage: Stage, step: number, script: string, netting: boolean) {
    const base = ['C', script.toUpperCase(), 'A'.repeat(8)].join('').slice(0, 8);
    const mode = netting ? ['--netting', '1'] : [];
    const opener = stage.start(...mode);
    await stage.connected();
    const opened = await stage.link.request(
      'order.open',
      orderTerms(`B${base.slice(1)}${base32(step)}`),
    );
    if (opened.kind !== 'ok') assert.fail(JSON.stringify(opened));
    const ticket = opened.answer.position;
    const held = await lotsOf(stage, ticket);
    await endChild(opener);
    await gone(stage);

    const before = stage.executed();
    const first = stage.start('--kill-at', String(step), '--script', script, ...mode);
    const died = once(first, 'exit');
    await Promise.race([stage.connected(), died]);
    const body = { key: `${base}${base32(step)}`, ticket, lots: '0.04', deviation: 10 };
    const close = () => stage.link.request('position.close', { ...body, exp: Date.now() + 5_000 });
    const outcome = await close();
    const isOver = outcome.kind === 'ok' && first.exitCode === null && first.signalCode === null;
    if (isOver) await endChild(first);
    else await died;
    await gone(stage);

    const second = stage.start(...mode);
    await stage.connected();
    const known = await query(stage, body.key);
    const executed = stage.executed() - before;
    const where = `step ${step}: ${known.state}, executed ${executed} times`;
    assert.ok(executed <= 1, where);
    assert.equal(DONE.includes(known.state), executed === 1, where);
    const again = await close();
    const wasKnown = known.state !== 'none';
    assert.equal(again.kind === 'ok' && again.answer.duplicate, wasKnown, where);
    const closed = wasKnown ? executed : 1;
    assert.equal(stage.executed() - before, closed, where);
    assert.equal(Math.round((held - (await lotsOf(stage, ticket))) * 100), closed * 4, where);
    await endChild(second);
    await gone(stage);
    return !isOver;
  }

  async function lotsOf(stage: Stage, ticket: string): Promise<number> {
    const outcome = await stage.link.request('positions', {});
    if (outcome.kind !== 'ok') assert.fail(JSON.stringify(outcome));
    return Number(outcome.answer.positions.find((each) => each.ticket === ticket)?.lots ?? 0);
  }

  for (const [script, netting] of [
    ['ok', false],
    ['lost', false],
    ['rewrite', false],
    ['rewrite', true],
  ] as const)
    test(`does not close a part twice: the server answers ${script}${netting ? ', positions are netted' : ''}`, async () => {
      const stage = await createExpertStage();
      stages.push(stage);
      let step = 1;
      while (await killClosingAt(stage, step, script, netting)) {
        step += 1;
        assert.ok(step < STEPS_MOST, 'the closing ends at some step');
      }
      assert.ok(step > 10, `a closing has more than ${step} steps`);
    });

  for (const [script, loseBook] of [
    ['ok', false],
    ['lost', false],
    ['rewrite', false],
    ['ok', true],
  ] as const)
    test(`is not sent twice: the server answers ${script}${loseBook ? ', and the book is lost' : ''}`, async () => {
      const stage = await createExpertStage();
      stages.push(stage);
      let step = 1;
      while (await killAt(stage, step, script, loseBook)) {
        step += 1;
        assert.ok(step < STEPS_MOST, 'the order ends at some step');
      }
      assert.ok(step > 10, `an order has more than ${step} steps`);
    });
});

async function gone({ link }: Stage): Promise<void> {
  if (link.state().kind === 'waiting') return;
  await new Promise<void>((resolve) => {
    const stop = link.onState((state) => {
      if (state.kind !== 'waiting') return;
      stop();
      resolve();
    });
  });
}

function base32(value: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return `${digits[value >> 5]}${digits[value & 31]}`;
}
