import type { TestContext } from 'node:test';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import { queueTask } from '../../../process/tasks.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { type Payments, PaymentsError } from '../payments.ts';
import { PROVIDER_TASKS } from '../record/provider-tasks.ts';
import { fakePayments } from './fake-payments.ts';
import { type Shop, startShop } from './shop.ts';

/** What tasks need and no more, with a provider that does what is given. */
export async function bareDeps(t: TestContext, payments: Partial<Payments>) {
  const database = await freshDatabase();
  t.after(() => database.close());
  const clock = testClock();
  const errors: string[] = [];
  const log = { warn: () => {}, error: (_: object, message: string) => errors.push(message) };
  const deps = {
    db: database.db,
    clock,
    log,
    provider: { payments: fakePayments(payments) },
  } as unknown as SellingDeps;
  const queue = (kind: ProviderTaskKind, subject: string) =>
    queueTask(deps.db, clock, { kind, subject });
  const tasks = () =>
    deps.db
      .selectFrom('tasks')
      .where('kind', 'in', PROVIDER_TASKS)
      .select(['kind', 'subject', 'attempts', 'run_at', 'last_error'])
      .orderBy('subject')
      .execute();
  return { deps, clock, errors, queue, tasks };
}

/** A provider that is not there. */
export const silent = async () => {
  throw new PaymentsError('unreachable', 'no answer');
};

/** A shop with one sale that both sides agree on. */
export async function soldShop(t: TestContext, payments?: (real: Payments) => Payments) {
  const shop = await startShop(t, payments ? { payments } : {});
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  await shop.settle();
  return { shop, user, sale };
}

/** Asks for a cancellation as its call does. */
export async function askFor(shop: Shop, id: string, asked: 'now' | 'period_end'): Promise<void> {
  const at = new Date(shop.clock.now());
  await shop.service.db
    .updateTable('subscriptions')
    .set({ cancel_requested: asked, cancel_requested_at: at })
    .where('id', '=', id)
    .execute();
  const kind = asked === 'now' ? 'cancel_now' : 'cancel_at_period_end';
  await queueTask(shop.service.db, shop.clock, { kind, subject: id });
}

/** Of one kind, or of all that tell the provider something. */
export async function leftTasks({ service }: Shop, kind?: ProviderTaskKind): Promise<number> {
  const rows = await service.db
    .selectFrom('tasks')
    .select('kind')
    .where('kind', 'in', PROVIDER_TASKS)
    .execute();
  return rows.filter((row) => (kind ? row.kind === kind : !row.kind.startsWith('fetch'))).length;
}
