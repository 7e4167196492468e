import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OutcomeInput, reportOutcome } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { orderedInput, outcomeInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

/** 2026-02-02T08:00:00Z. */
const EIGHT = 1_770_019_200;
const good: OutcomeInput['bars'][number] = [EIGHT, 108_200, 108_260, 108_150, 108_220];

describe('a snapshot that cannot be', () => {
  it('is refused with its moment: off the grid, or ahead of the clock', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const cases = [
      ['2026-02-02T08:17:00.000Z', 'H1', /H1 bars close at multiples of 60 minutes/],
      ['2026-02-02T08:17:33.000Z', 'M1', /08:17:33.000Z: M1 bars close at multiples of 1 minutes/],
      ['2026-02-02T08:30:00.000Z', 'D1', /D1 bars close at multiples of 60 minutes/],
      ['2199-01-01T08:00:00.000Z', 'H1', /ahead of the service's clock, which says 2026-03-02T10/],
      ['2026-03-02T11:00:00.000Z', 'H1', /ahead of the service's clock/],
    ] as const;
    for (const [as_of, timeframe, words] of cases) {
      for (const account of [accountInput(), accountInput({ kind: 'paper', login: 'P' })]) {
        const snapshot = bar(0, { as_of, timeframe });
        const failure = await service.fail(analyse, request(snapshot, { account }), token);
        assert.deepEqual([failure.status, failure.code], [400, 'validation_failed']);
        assert.match(failure.message, words);
      }
    }
  });

  it('is refused with the bar whose high is below its low', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { bars } = bar(0);
    const crooked = bars.with(6, [-5, -6, -4, -5]);
    const failure = await service.fail(analyse, request(bar(0, { bars: crooked })), token);
    assert.equal(failure.status, 400);
    assert.match(failure.message, /bar 7: open -5, high -6, low -4, close -5 do not fit together/);
  });
});

describe('an outcome that cannot be', () => {
  it('is refused with the bar and its figures, and nothing is stored', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    const id = decision.decision_id;
    const params = { decision_id: id };
    const filled = (price: number) => {
      const told = orderedInput(id, '77');
      return { ...told, fill: told.fill && { ...told.fill, price } };
    };
    const cases: [OutcomeInput, RegExp][] = [
      [
        outcomeInput(id, { bars: [[EIGHT, 108_200, 108_150, 108_260, 108_220]] }),
        /bar 1 \(2026-02-02T08:00:00.000Z\): open 108200, high 108150, low 108260, close 108220/,
      ],
      [
        outcomeInput(id, { bars: [good, [EIGHT + 1_800, 108_220, 108_260, 108_150, 108_200]] }),
        /bar 2 .*H1 bars open at multiples of 60 minutes/,
      ],
      [
        outcomeInput(id, { bars: [good, [4_102_444_800, 108_220, 108_260, 108_150, 108_200]] }),
        /bar 2 \(2100-01-01T00:00:00.000Z\): it closes ahead of the service's clock/,
      ],
      [
        outcomeInput(id, { bars: [good, [EIGHT + 3_600, 300_000, 300_100, 299_900, 300_000]] }),
        /bar 2 .*it opens at 300000 points, the bar before it closed at 108220/,
      ],
      [outcomeInput(id, { bars: [[EIGHT, 0, 0, 0, 0]] }), /bar 1 .*its low is 0 points/],
      [filled(1.09), /is at 1.09, outside of its bar .*which went from 1.0815 to 1.0826/],
      [filled(1.07), /is at 1.07, outside of its bar/],
    ];
    for (const [body, words] of cases) {
      const failure = await service.fail(reportOutcome, { params, body }, token);
      assert.deepEqual([failure.status, failure.code], [400, 'validation_failed']);
      assert.match(failure.message, words);
    }
    assert.deepEqual(await service.db.selectFrom('decision_outcomes').selectAll().execute(), []);
    await service.call(reportOutcome, { params, body: filled(1.0828) }, token);
  });
});
