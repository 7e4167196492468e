import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { floorsJson, ruleSetJson } from '../../../test/helpers/fill-rule-sets.ts';
import { floorNotices } from './floor-notices.ts';

const LOCK = {
  line: 0,
  since: '2026-03-02T10:00:00.000Z',
  until: '2026-03-02T23:00:00.000Z',
  equity_minor: 951_000,
};

function report(equity: number | null, changes: Parameters<typeof floorsJson>[0] = {}) {
  return { rule_set: ruleSetJson(), state: floorsJson(changes), equity };
}

const kinds = (found: ReturnType<typeof floorNotices>) => found.notices.map(({ kind }) => kind);

describe('a floor', () => {
  it('is near within a quarter of what its line allows, which is said once', () => {
    // The day allows 500.00, and its floor is 9,500.00: near from 9,625.00 down.
    assert.deepEqual(kinds(floorNotices(report(962_501), {})), []);
    const near = floorNotices(report(962_500), {});
    const [day] = ruleSetJson().lines;
    assert.deepEqual(near.notices, [{ kind: 'near', line: day, floor: 950_000, left: 12_500 }]);
    assert.deepEqual(kinds(floorNotices(report(960_000), near.told)), []);
    assert.deepEqual(kinds(floorNotices(report(970_000), near.told)), []);
    assert.deepEqual(floorNotices(report(null), {}).notices, []);
  });

  it('is near again once equity was far from it, and on another day', () => {
    const near = floorNotices(report(962_500), {});
    const far = floorNotices(report(980_000), near.told);
    assert.deepEqual(kinds(floorNotices(report(960_000), far.told)), ['near']);
    const [day, total] = floorsJson().lines;
    if (!day || !total) throw new Error('there are no two lines');
    const nextDay = { lines: [{ ...day, turn: day.turn + 1 }, total] };
    assert.deepEqual(kinds(floorNotices(report(960_000, nextDay), near.told)), ['near']);
  });

  it('that locks is told once, and so is the end of the lock', () => {
    const locked = floorNotices(report(951_000, { lock: LOCK }), {});
    assert.deepEqual(kinds(locked), ['locked']);
    assert.deepEqual(kinds(floorNotices(report(951_000, { lock: LOCK }), locked.told)), []);
    const turned = floorNotices(report(1_000_000), locked.told);
    assert.deepEqual(kinds(turned), ['turned']);
    assert.deepEqual(kinds(floorNotices(report(1_000_000), turned.told)), []);
  });

  it('counts amounts of money and of its basis', () => {
    const [day] = ruleSetJson().lines;
    if (!day) throw new Error('there is no line');
    const [held] = floorsJson().lines;
    const state = floorsJson({ lines: held ? [held] : [] });
    const money = ruleSetJson({ lines: [{ ...day, amount: { money_minor: 20_000 } }] });
    assert.deepEqual(kinds(floorNotices({ rule_set: money, state, equity: 955_001 }, {})), []);
    assert.deepEqual(kinds(floorNotices({ rule_set: money, state, equity: 955_000 }, {})), [
      'near',
    ]);
    const basis = ruleSetJson({ lines: [{ ...day, amount: { percent_of_basis: 2 } }] });
    assert.deepEqual(kinds(floorNotices({ rule_set: basis, state, equity: 955_001 }, {})), []);
    assert.deepEqual(kinds(floorNotices({ rule_set: basis, state, equity: 955_000 }, {})), [
      'near',
    ]);
  });
});
