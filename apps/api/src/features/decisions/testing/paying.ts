import { signedInUser } from '../../../../test/helpers/builders.ts';
import type { TestService } from '../../../../test/helpers/test-service.ts';

/** A user whose plan is paid for, at whatever time a test is. */
export async function payingUser(service: Pick<TestService, 'db' | 'clock'>) {
  const signedIn = await signedInUser(service);
  const { id } = signedIn.user;
  const now = service.clock.now();
  const [started, ends] = [new Date(now - 86_400_000), new Date(now + 20 * 86_400_000)];
  await service.db
    .insertInto('subscriptions')
    .values({
      id: `sub_${id}`,
      user_id: id,
      customer_id: `ctm_${id}`,
      status: 'active',
      price_id: 'pri_1',
      plan_name: 'Elite',
      billing_cycle: 'monthly',
      amount: 20_000,
      currency: 'USD',
      started_at: started,
      period_start: started,
      period_end: ends,
      provider_updated_at: started,
      created_at: started,
      updated_at: started,
    })
    .execute();
  return signedIn;
}
