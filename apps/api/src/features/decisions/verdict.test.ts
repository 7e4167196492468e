import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verdictWish } from '@quorate/contract/decisions';
import { LIMIT_BOUNDS } from '@quorate/trading/ensemble/verdict-rules';
import { limitsOf } from './verdict.ts';

type Call = Parameters<typeof limitsOf>[0];

const account = (changes: Partial<Call['account']> = {}): Call['account'] => ({
  server: 'Broker-Demo',
  login: '1',
  account_type: 'demo',
  currency: 'USD',
  ...changes,
});

describe('the limits of a verdict', () => {
  const modeOf = (call: Call, outcomes = 0) => limitsOf(call, outcomes, 3).mode;

  it('follow the account: by the record with real money, by what is stated on all others', () => {
    assert.equal(modeOf({ account: account() }), 'learning');
    assert.equal(modeOf({ account: account({ kind: 'paper' }) }), 'learning');
    assert.equal(modeOf({ account: account({ account_type: 'real' }) }), 'proven');
  });

  it('are as the bot asks; real money learns until 300 outcomes are known', () => {
    const learning = { verdict: { mode: 'learning' } } as const;
    const real = account({ account_type: 'real' });
    assert.equal(modeOf({ account: account(), verdict: { mode: 'proven' } }), 'proven');
    assert.equal(modeOf({ account: real, ...learning }, 299), 'learning');
    assert.equal(modeOf({ account: real, ...learning }, 300), 'proven');
    assert.equal(modeOf({ account: account(), ...learning }, 300), 'learning');
  });

  it('ask for three voters, or for all of a smaller panel', () => {
    const minVoters = (voters: number) => limitsOf({ account: account() }, 0, voters).minVoters;
    assert.deepEqual([minVoters(2), minVoters(3), minVoters(7)], [2, 3, 3]);
  });

  it('take the owner’s wishes on top', () => {
    const verdict = { one_proven: false, min_expected_r: 0.2, confidence_percent: 90 };
    const { oneProven, minExpectedR, confidencePercent } = limitsOf(
      { account: account(), verdict },
      0,
      3,
    );
    assert.deepEqual([oneProven, minExpectedR, confidencePercent], [false, 0.2, 90]);
    // A bot of before asks for nothing.
    assert.deepEqual(limitsOf({ account: account() }, 0, 3).confidencePercent, 80);
  });

  it('lie within bounds that the wire and the core share', () => {
    const { minExpectedR: r, confidencePercent: sure } = LIMIT_BOUNDS;
    const takes = (wish: object) => verdictWish.safeParse(wish).success;
    assert.deepEqual(
      [r.least, r.most, r.most + 0.1].map((least) => takes({ min_expected_r: least })),
      [true, true, false],
    );
    assert.deepEqual(
      [sure.least - 1, sure.least, sure.most, sure.most + 1].map((percent) =>
        takes({ confidence_percent: percent }),
      ),
      [false, true, true, false],
    );
  });
});
