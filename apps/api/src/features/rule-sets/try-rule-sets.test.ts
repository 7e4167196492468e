import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tryRuleSets } from '@quorate/contract/rule-sets';
import { syncTrades } from '@quorate/contract/trade-sync';
import { PRESETS } from '@quorate/trading/governor/presets';
import { DAY_MS } from '@quorate/values/instant';
import { accountInput, tradeInput } from '../../../test/helpers/builders.ts';
import { ruleSetStage, traderAt } from './testing/rule-set-stage.ts';

const FLAT = { open_positions: 0, open_risk: 0, headroom: 400, if_stopped: 9_900 };

/** A closed trade of a day of January 2026 with this result. */
function onDay(day: number, profit: number) {
  const closed = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS + 12 * 3_600_000);
  return tradeInput({
    opened_at: new Date(closed.getTime() - 3_600_000).toISOString(),
    closed_at: closed.toISOString(),
    gross_profit: profit,
    commission: 0,
    profit,
    worst_excursion: Math.min(0, profit),
  });
}

describe('past trades under presets', () => {
  it('are tried on the account’s own balance: passed, failed and by which rule', async (t) => {
    const { service, token, report, onlyAccount } = await ruleSetStage(t);
    // 300 a day over four days on 10,000 reach 10% on the fourth.
    const trades = [0, 1, 4, 5].map((day) => onDay(day, 300));
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
    await report({ ...FLAT, balance: 11_200, equity: 11_200 });
    const { account_id } = await onlyAccount();
    const { tried, trades: known } = await service.call(
      tryRuleSets,
      { params: { account_id } },
      token,
    );
    assert.equal(known, 4);
    assert.equal(tried.length, PRESETS.length);
    const ftmo = tried.find(({ preset_id }) => preset_id === 'ftmo-2-step');
    assert.deepEqual(
      [ftmo?.outcome, ftmo?.at, ftmo?.failed_by],
      ['passed', '2026-01-06T12:00:00.000Z', null],
    );
  });

  it('fail by the line that they touch', async (t) => {
    const { service, token, report, onlyAccount } = await ruleSetStage(t);
    const trades = [onDay(0, -600), onDay(1, 100)];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
    await report({ ...FLAT, balance: 9_500, equity: 9_500 });
    const { account_id } = await onlyAccount();
    const { tried, floating_known } = await service.call(
      tryRuleSets,
      { params: { account_id } },
      token,
    );
    const ftmo = tried.find(({ preset_id }) => preset_id === 'ftmo-2-step');
    assert.deepEqual([ftmo?.outcome, ftmo?.failed_by, ftmo?.skipped], ['failed', 'day', 1]);
    assert.equal(floating_known, true);
  });

  it('give a chance to pass with its sample, and none with too few', async (t) => {
    const { service, token, report, onlyAccount } = await ruleSetStage(t);
    const trades = Array.from({ length: 30 }, (_, day) => onDay(day, day % 3 === 0 ? -50 : 60));
    const send = (some: typeof trades) =>
      service.call(syncTrades, { body: { account: accountInput(), trades: some } }, token);
    await send(trades.slice(0, 29));
    await report({ ...FLAT, balance: 10_700 });
    const { account_id } = await onlyAccount();
    const input = { params: { account_id }, query: { preset_id: 'ftmo-2-step' } };
    assert.equal((await service.call(tryRuleSets, input, token)).chance, null);
    await send(trades.slice(29));
    const { chance } = await service.call(tryRuleSets, input, token);
    assert.deepEqual([chance?.trades, chance?.runs], [30, 1_000]);
    const { percent = -1, low = -1, high = -1 } = chance?.passed ?? {};
    assert.ok(low <= percent && percent <= high && low >= 0 && high <= 100, `${low} to ${high}`);
  });

  it('count as progress under the rules since they were chosen', async (t) => {
    const { service, token, report, choose, onlyAccount } = await ruleSetStage(t);
    await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: [onDay(0, 300)] } },
      token,
    );
    await report(FLAT);
    const { account_id } = await onlyAccount();
    const input = { params: { account_id } };
    const before = await service.call(tryRuleSets, input, token);
    assert.equal(before.progress?.profit_percent, 3);
    assert.equal(before.progress?.trading_days, 1);
    assert.equal(before.progress_since, null);
    await choose({ kind: 'preset', preset_id: 'ftmo-2-step' });
    const { progress, progress_since } = await service.call(tryRuleSets, input, token);
    assert.deepEqual([progress?.profit_percent, progress?.trading_days], [0, 0]);
    assert.deepEqual(progress?.missing, [
      '$1,000 more profit reaches the target of 10%.',
      '4 more trading days.',
    ]);
    assert.equal(progress_since, '2026-03-02T10:00:00.000Z');
  });

  it('of somebody else are found by nobody', async (t) => {
    const { service, report, onlyAccount } = await ruleSetStage(t);
    await report(FLAT);
    const { account_id } = await onlyAccount();
    const { token } = await traderAt(service);
    const failure = await service.fail(tryRuleSets, { params: { account_id } }, token);
    assert.equal(failure.code, 'not_found');
  });
});
