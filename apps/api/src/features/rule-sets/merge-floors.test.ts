import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RuleSetJson } from '@quorate/contract/rule-sets';
import { floorsJson, ruleSetJson } from '../../../test/helpers/fill-rule-sets.ts';
import { mergeFloors } from './merge-floors.ts';

const REBASE = '01890000-0000-7000-8000-0000000000aa';

/** One total line 10% below the highest equity. */
function trailing(changes: Partial<RuleSetJson> = {}): RuleSetJson {
  const [, total] = ruleSetJson().lines;
  if (!total) throw new Error('there is no total line');
  return ruleSetJson({ lines: [{ ...total, trails: 'on_equity' }], ...changes });
}

function report(peak: number, changes: { cash_flow?: number; rebase_id?: string } = {}) {
  const line = { basis_minor: 1_000_000, turn: 20_514, touched_at: null };
  const lines = [{ ...line, peak_minor: peak, floor_minor: peak - 100_000 }];
  return {
    rule_set: trailing(),
    state: floorsJson({ lines }),
    cash_flow: 0,
    rebase_id: null,
    ...changes,
  };
}

function after(peak: number) {
  const first = report(peak);
  return { ...first, ...mergeFloors(null, first, null) };
}

describe('what is on record of an account’s floors', () => {
  it('keeps the highest peak and its floor, whatever a later report says', () => {
    const merged = mergeFloors(after(1_050_000), report(990_000), null);
    assert.deepEqual(
      merged.state.lines.map(({ peak_minor, floor_minor }) => [peak_minor, floor_minor]),
      [[1_050_000, 950_000]],
    );
    assert.deepEqual(merged.peaks, { on_equity: 1_050_000 });
  });

  it('rises with a higher one', () => {
    const merged = mergeFloors(after(1_050_000), report(1_060_000), null);
    assert.equal(merged.state.lines[0]?.peak_minor, 1_060_000);
    assert.equal(merged.state.lines[0]?.floor_minor, 960_000);
  });

  it('knows the peak under other rules, too, but not their floor', () => {
    const other = { ...report(1_000_000), rule_set: trailing({ id: 'a-preset' }) };
    const merged = mergeFloors(after(1_050_000), other, null);
    assert.equal(merged.state.lines[0]?.peak_minor, 1_050_000);
    assert.equal(merged.state.lines[0]?.floor_minor, 900_000);
    const fixed = { ...report(1_000_000), rule_set: ruleSetJson({ id: 'fixed' }) };
    assert.equal(mergeFloors(after(1_050_000), fixed, null).peaks.on_equity, 1_050_000);
  });

  it('falls by what was paid out, and by a rebase that its owner asked for', () => {
    const paid = mergeFloors(after(1_050_000), report(1_000_000, { cash_flow: -30_000 }), null);
    assert.equal(paid.state.lines[0]?.peak_minor, 1_020_000);
    const paidIn = mergeFloors(after(1_050_000), report(1_000_000, { cash_flow: 30_000 }), null);
    assert.equal(paidIn.state.lines[0]?.peak_minor, 1_050_000);
    const rebased = report(940_000, { rebase_id: REBASE });
    assert.equal(mergeFloors(after(1_050_000), rebased, REBASE).peaks.on_equity, 940_000);
    assert.equal(mergeFloors(after(1_050_000), rebased, null).peaks.on_equity, 1_050_000);
  });

  it('keeps a day’s floor until the day turns', () => {
    const line = { peak_minor: 1_000_000, basis_minor: 1_000_000, touched_at: null };
    const day = (turn: number, floor_minor: number) => ({
      ...report(0),
      rule_set: ruleSetJson(),
      state: floorsJson({ lines: [{ ...line, turn, floor_minor }] }),
    });
    const first = day(20_514, 950_000);
    const stored = { ...first, ...mergeFloors(null, first, null) };
    const same = mergeFloors(stored, day(20_514, 940_000), null);
    assert.equal(same.state.lines[0]?.floor_minor, 950_000);
    const next = mergeFloors(stored, day(20_515, 930_000), null);
    assert.equal(next.state.lines[0]?.floor_minor, 930_000);
  });
});
