import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { CallInput } from '@quorate/contract/endpoint';
import {
  createHostedAccount,
  type HostedAccount,
  listHostedAccounts,
} from '@quorate/contract/hosted-accounts';
import type { PlanName } from '@quorate/contract/plans';
import { v7 } from 'uuid';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { DEFAULT_LIMITS } from '../../../config/limits.ts';
import { offlinePanel } from '../../../models/offline-panel.ts';
import { systemClock } from '../../../process/clock.ts';
import { createRunner } from '../create-runner.ts';
import { createPracticePrices, type Prices } from '../price-sources.ts';
import type { Runner } from '../runner.ts';

/** The service on a clock that goes on by itself, and runners that trade its hosted accounts. */
export async function hostedStage(
  t: TestContext,
  offered: readonly Prices[] = [createPracticePrices()],
) {
  const clock = systemClock;
  const runners = new Set<Runner>();
  // Before the service and its database end.
  t.after(async () => {
    for (const runner of runners) await runner.stop();
  });
  const service = await startTestService(t, { clock: clock as never, hostedPrices: offered });
  const faults: unknown[] = [];

  function run(fastHourMs = 0, prices: readonly Prices[] = offered, db = service.db): Runner {
    const runner = createRunner({
      db,
      clock,
      prices,
      panel: offlinePanel,
      brand: DEFAULT_BRAND,
      publicUrl: 'http://localhost:3000',
      limits: DEFAULT_LIMITS,
      fastHourMs,
      log: { debug() {}, error: (fields, message) => faults.push([message, fields]) },
    });
    runners.add(runner);
    return runner;
  }
  async function user(plan: PlanName = 'Pro') {
    const { token, user: person } = await signedInUser(service, { plan });
    const list = () => service.call(listHostedAccounts, {}, token);
    return {
      token,
      id: person.id,
      list,
      begin: async (body: Partial<CallInput<typeof createHostedAccount>['body']> = {}) => {
        const { account } = await service.call(
          createHostedAccount,
          { body: { hosted_id: v7(), ...body } },
          token,
        );
        return account;
      },
      /** Asks until the account is so. */
      until: async (
        isSo: (account: HostedAccount) => boolean,
        hostedId?: string,
      ): Promise<HostedAccount> => {
        for (let tries = 0; tries < 400; tries += 1) {
          const { accounts } = await list();
          const account = accounts.find(({ hosted_id }) => !hostedId || hosted_id === hostedId);
          if (account && isSo(account)) return account;
          await sleep(50);
        }
        assert.fail(inspect([(await list()).accounts, faults], { depth: 4 }));
      },
    };
  }
  return { service, clock, run, user, faults };
}
