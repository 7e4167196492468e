import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Range, volumeAt } from './replay-volume.ts';

const PLENTY: Range = [1_000, 1_000];

/** Lots of then and of now, where so much was and is at risk. */
function at(lots: number, before: number, now: number, step: number | null = null, free = PLENTY) {
  return volumeAt({ lots, step }, { before: [before, before], now: [now, now] }, free);
}

describe('the volume at another risk', () => {
  it('is whole steps of the one that was told', () => {
    assert.deepEqual(at(0.3, 0.309, 0.158, 0.01), { between: [0.15, 0.15], least: 0.01 });
    assert.deepEqual(at(0.3, 0.309, 0.158, 0.1), { between: [0.1, 0.1], least: 0.1 });
  });

  it('is whole steps of the one that shows in the volume of then', () => {
    // Of 0.3745 lots, steps of 0.001 would have made 0.374, and 0.37 is no number of steps of 0.1.
    assert.deepEqual(at(0.37, 0.3745, 0.187), { between: [0.18, 0.18], least: 0.01 });
    assert.deepEqual(at(0.3, 0.325, 0.65), { between: [0.6, 0.6], least: 0.1 });
  });

  it('is open between the steps that would all have given the volume of then', () => {
    assert.deepEqual(at(0.4, 0.4, 0.2456), { between: [0.2, 0.245], least: 0.001 });
  });

  it('is what the free margin buys, then and now', () => {
    const margin: Range = [0.505, 0.505];
    assert.deepEqual(at(0.5, 0.9, 1.8, 0.01, margin), { between: [0.5, 0.5], least: 0.01 });
    assert.deepEqual(at(0.5, 0.9, 0.45, 0.01, margin), { between: [0.45, 0.45], least: 0.01 });
  });

  it('is no more than the largest order that capped the one of then', () => {
    assert.deepEqual(at(5, 7.5, 15, 0.01)?.between, [5, 5]);
    assert.deepEqual(at(5, 7.5, 3.75, 0.01)?.between, [3.75, 3.75]);
  });

  it('is nothing where not one step is within the risk, and is not made up for odd volumes', () => {
    assert.deepEqual(at(0.01, 0.019, 0.0095, 0.01)?.between, [0, 0]);
    assert.equal(at(0.37, 0.374, 0.2, 0.1), undefined);
    assert.equal(at(0.1234567, 0.13, 0.2), undefined);
  });
});
