import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { shareSlipReserves } from '@quorate/trading/governor/slip-reserve';
import { createPracticePrices } from './price-sources.ts';
import { startRunner } from './runner.ts';
import { hostedStage } from './testing/hosted-stage.ts';

type Stage = Awaited<ReturnType<typeof hostedStage>>;

const runnersOf = async ({ service }: Stage) =>
  (
    await service.db
      .selectFrom('hosted_accounts')
      .select(['id', 'runner_id', 'epoch'])
      .orderBy('id')
      .execute()
  ).map(({ id, runner_id, epoch }) => ({ id, runner: runner_id, epoch: Number(epoch) }));

const drain = ({ service }: Stage, id: string, draining: boolean) =>
  service.db.updateTable('hosted_runners').set({ draining }).where('id', '=', id).execute();

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isSo()) return;
    await sleep(50);
  }
  assert.fail(what);
}

const isTraded = ({ market_time }: HostedAccount) => market_time !== null;

/** A runner whose questions about one account are never answered, until it is let go. */
function stuckRunner(t: TestContext, { service, clock }: Stage, hostedId: string) {
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  let isAsked = false;
  const runner = startRunner({
    db: service.db,
    clock,
    prices: [createPracticePrices()],
    announce: async () => {},
    reserveOf: shareSlipReserves(),
    keepAlone: (work) => work(),
    keepPlain: async () => {},
    ruleSets: { brand: DEFAULT_BRAND, publicUrl: 'http://localhost:3000' },
    mayRunFast: async () => true,
    log: { error() {} },
    fastHourMs: 0,
    decisions: {
      log: { error() {} },
      decideTogether: async () => null,
      async analyse(_payer, _userId, { account }) {
        if (account.login.endsWith(hostedId.slice(-12))) {
          isAsked = true;
          await letGo;
        } else await sleep(1);
        throw new Error('nobody answers');
      },
      storeOutcomes: async () => {},
    },
  });
  t.after(async () => {
    release();
    await runner.stop();
  });
  return { runner, release, isAsked: () => isAsked };
}

describe('a runner that is drained', () => {
  it('gives its accounts to another at once, takes none, and takes some again when it may', async (t) => {
    const stage = await hostedStage(t);
    const user = await stage.user('Pro');
    const accounts = [await user.begin(), await user.begin()];
    const first = stage.run();
    for (const { hosted_id } of accounts) await user.until(isTraded, hosted_id);
    const second = stage.run();
    assert.equal(first.held(), 2);
    await drain(stage, first.id, true);
    await until(() => second.held() === 2, 'the other has not taken them');
    assert.equal(first.held(), 0);
    const taken = await runnersOf(stage);
    assert.deepEqual(
      taken.map(({ runner, epoch }) => [runner, epoch]),
      [
        [second.id, 2],
        [second.id, 2],
      ],
    );
    await second.stop();
    const late = await user.begin();
    await sleep(2_500);
    assert.equal(first.held(), 0, 'a drained runner took accounts that nobody has');
    await drain(stage, first.id, false);
    await until(() => first.held() === 3, 'it did not take them again');
    await user.until(isTraded, late.hosted_id);
    assert.deepEqual(stage.faults, []);
  });

  it('that nobody else replaces leaves its accounts waiting, with nothing lost', async (t) => {
    const stage = await hostedStage(t);
    const user = await stage.user();
    const { hosted_id } = await user.begin();
    const runner = stage.run();
    await user.until(({ closed_trades }) => closed_trades > 0, hosted_id);
    await drain(stage, runner.id, true);
    await until(() => runner.held() === 0, 'it is not empty');
    const [row] = await runnersOf(stage);
    assert.equal(row?.runner, null);
    const [before] = (await user.list()).accounts;
    await sleep(500);
    const [after] = (await user.list()).accounts;
    assert.equal(after?.market_time, before?.market_time, 'nobody trades it');
    await drain(stage, runner.id, false);
    await user.until(({ market_time }) => (market_time ?? '') > (before?.market_time ?? ''));
  });
});

describe('a runner that stops', () => {
  it('keeps no account waiting for one that is still deciding', async (t) => {
    const stage = await hostedStage(t);
    const user = await stage.user('Pro');
    const stuck = await user.begin();
    const free = await user.begin();
    const { runner, release, isAsked } = stuckRunner(t, stage, stuck.hosted_id);
    await until(isAsked, 'the account was not asked about');
    const ended = runner.stop();
    const holderOf = async (id: string) =>
      (await runnersOf(stage)).find((row) => row.id === id)?.runner;
    await until(async () => (await holderOf(free.hosted_id)) === null, 'it waits for the other');
    assert.equal(await holderOf(stuck.hosted_id), runner.id);
    const [seen] = await stage.service.db.selectFrom('hosted_runners').selectAll().execute();
    assert.equal(seen?.draining, true);
    release();
    await ended;
    assert.equal(await holderOf(stuck.hosted_id), null);
    assert.deepEqual(await stage.service.db.selectFrom('hosted_runners').selectAll().execute(), []);
  });
});
