import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '@quorate/trading/market/random';
import { anOrder, type ExpertStage, openExpertStage } from '../testing/expert-stage.ts';
import { randomFaults } from '../testing/random-faults.ts';
import { sumOfDeals } from '../testing/server-bench.ts';
import type { Fault } from './steps.ts';

/** Asks for a key until somebody knows, as the bot does, and never sends it again. */
async function becomeOf(stage: ExpertStage, key: string): Promise<string> {
  const known: string[] = [];
  const ask = async () => {
    const asked = await stage.bot().request('order.query', { key });
    if (!('ok' in asked)) return;
    const { state } = asked.ok;
    if (state !== 'unknown' && state !== 'placed' && state !== 'sent') known.push(state);
  };
  for (let second = 0; second < 200; second += 1) {
    await stage.advance(1_000);
    // An answer that does not come is not waited for.
    if (stage.terminal.isConnected()) void ask();
    await stage.settle();
    if (known[0]) return known[0];
  }
  return 'never known';
}

test('a fault at any step of an order leaves one position or none, and what is told is true', async () => {
  const faults: Fault[] = [
    { kind: 'cut' },
    { kind: 'restart' },
    { kind: 'restart', downMs: 4_000 },
    { kind: 'stall', ms: 3_000 },
    { kind: 'stall', ms: 20_000 },
  ];
  const states = new Map<string, number>();
  for (const fault of faults) {
    for (let at = 1; at <= 8; at += 1) {
      const stage = await openExpertStage({
        faults: (_, count) => (count === at ? fault : undefined),
      });
      const { terminal, timers } = stage;
      void stage.bot().request('order.open', anOrder(timers.now()));
      await stage.settle();
      const state = await becomeOf(stage, 'AAAAAAAAAA');
      const count = terminal.server().positions().length;
      const where = `${fault.kind} at step ${at}: ${state}`;
      assert.ok(['filled', 'rejected', 'none'].includes(state), where);
      assert.equal(count, state === 'filled' ? 1 : 0, where);
      states.set(state, (states.get(state) ?? 0) + 1);
    }
  }
  assert.ok((states.get('filled') ?? 0) > 20, JSON.stringify([...states]));
});

test('random faults and a broker with moods never make two positions of one key, nor a wrong answer', async () => {
  let filled = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = createRandom(seed);
    const { faults, behaviour } = randomFaults(random);
    const stage = await openExpertStage({ faults });
    const { terminal, timers } = stage;
    terminal.server().behaviours.always(behaviour);
    for (const key of ['AAAAAAAAAA', 'BBBBBBBBBB']) {
      if (terminal.isConnected()) {
        void stage.bot().request('order.open', { ...anOrder(timers.now()), key });
      }
      await stage.settle();
      const state = await becomeOf(stage, key);
      const deals = terminal.server().deals().length - 1 - filledOf(terminal);
      assert.notEqual(state, 'never known', `seed ${seed}`);
      assert.ok(deals === 0, `seed ${seed}: ${deals} deals too many`);
      if (state === 'filled' || state === 'partial') filled += 1;
    }
    const opened = terminal.server().positions().length;
    assert.ok(opened <= 2, `seed ${seed}: ${opened} positions`);
    assert.equal(sumOfDeals(terminal.server()), terminal.server().ledger.balance());
  }
  assert.ok(filled > 400, `${filled}`);
});

/** Positions, each of which has one deal. */
function filledOf(terminal: ExpertStage['terminal']): number {
  return terminal.server().positions().length;
}
