import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deskReport } from './desk-report.ts';
import { denied } from './refusal.ts';
import { NOT_KNOWN, passed } from './rule.ts';

describe('the report of the risk desk', () => {
  it('tells every check in its order, the one that refused last', () => {
    const checks = [passed('quote_spread_points', 12, 0), passed('risk_percent', 1, 5)];
    const refusal = denied('spread', 36, 52, 'The spread of EURUSD is 52 points, the limit is 36.');
    assert.deepEqual(deskReport(checks, refusal), [
      { rule: 'quote_spread_points', value: 12, limit: 0, unit: 'points', pass: true },
      { rule: 'risk_percent', value: 1, limit: 5, unit: 'percent', pass: true },
      { rule: 'spread', value: 52, limit: 36, unit: 'points', pass: false },
    ]);
  });

  it('says what is not known', () => {
    const [check] = deskReport([passed('drawdown_percent', NOT_KNOWN, 10)], null);
    assert.equal(check?.value, 'not known');
  });

  it('says that there is no limit where none is set', () => {
    const [check] = deskReport([passed('plan_daily_trades', 3, Number.MAX_SAFE_INTEGER)], null);
    assert.equal(check?.limit, null);
  });
});
