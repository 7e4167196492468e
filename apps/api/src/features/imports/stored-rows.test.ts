import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { importTrades } from '@quorate/contract/trade-import';
import { SYNC_BATCH_MAX, syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { ROWS_A_DAY, ROWS_PER_COUNT } from '../usage/stored-rows.ts';
import { reportOf, row } from './testing/reports.ts';
import { ACCOUNT, fail } from './testing/send-report.ts';

const DAY_MS = 86_400_000;

/** Sends a day's trades but for some: the same ones again and again, which is quick and counts the same. */
async function useUp(service: TestService, token: string, butFor = 0): Promise<void> {
  const trades = Array.from({ length: SYNC_BATCH_MAX }, () => tradeInput());
  const body = { account: accountInput(), trades };
  const calls = (ROWS_A_DAY.Free - butFor) / SYNC_BATCH_MAX;
  for (let sent = 0; sent < calls; sent += 1) await service.call(syncTrades, { body }, token);
}

async function countTrades(service: TestService): Promise<number> {
  const rows = await service.db.selectFrom('trades').select('position_ticket').execute();
  return rows.length;
}

describe('the rows that an account may send in a day', () => {
  it('end for a Free account, which is told when more fits, and nothing more is stored', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const other = await signedInUser(service);
    await useUp(service, token);
    service.clock.advance(60_000);
    const body = {
      account: accountInput(),
      trades: Array.from({ length: ROWS_PER_COUNT }, () => tradeInput()),
    };
    const failure = await service.fail(syncTrades, { body }, token);
    assert.deepEqual([failure.status, failure.code], [429, 'rate_limited']);
    assert.match(failure.message, /60,000 trades in 24 hours on the Free plan/);
    const wait = Number(failure.details?.retry_after_s);
    assert.ok(wait > 86_000 && wait < 86_400, `${wait} s`);
    assert.equal(await countTrades(service), SYNC_BATCH_MAX);
    await service.call(syncTrades, { body }, other.token);
    service.clock.advance(DAY_MS);
    const later = await service.call(syncTrades, { body }, token);
    assert.equal(later.created, ROWS_PER_COUNT);
  });

  it('are counted for small batches and for reports, too, and given back where a batch is refused', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await useUp(service, token, SYNC_BATCH_MAX);
    const rows = Array.from({ length: ROWS_PER_COUNT * 3 }, (_, at) => row(String(at + 1)));
    const batch = (length: number) => ({
      body: { account: accountInput(), trades: Array.from({ length }, () => tradeInput()) },
    });
    for (let sent = 0; sent < 3; sent += 1) await service.call(syncTrades, batch(99), token);
    // 297 of 500 are gone, of which each copy keeps less than a hundred to itself: 450 more do not fit,
    // and what was counted of them is given back.
    assert.equal((await service.fail(syncTrades, batch(450), token)).code, 'rate_limited');
    await service.call(syncTrades, batch(200), token);
    const report = await fail(service, importTrades, token, reportOf(rows), ACCOUNT);
    assert.deepEqual([report.status, report.code], [429, 'rate_limited']);
  });

  it('stand in the documentation as they are', () => {
    const page = readFileSync(
      new URL('../../../../../docs/reference/service.md', import.meta.url),
      'utf8',
    );
    for (const [plan, rows] of Object.entries(ROWS_A_DAY)) {
      const figure = rows.toLocaleString('en-US');
      assert.ok(page.includes(`| ${plan} | ${figure} | ${figure} |`), plan);
    }
  });
});
