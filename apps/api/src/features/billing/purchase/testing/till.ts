import type { TestContext } from 'node:test';
import { startCheckout, upgradePlan } from '@quorate/contract/checkout';
import type { PlanName } from '@quorate/contract/plans';
import { getSubscription } from '@quorate/contract/subscription';
import { signedInUser } from '../../../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../../../test/helpers/test-service.ts';
import type { Provider } from '../../billing.deps.ts';
import type { Payments } from '../../payments.ts';
import type { ProviderSubscription, ProviderTransaction } from '../../provider-entities.ts';
import { fakeProvider, saleOf } from '../../testing/fake-payments.ts';

export type Buyer = Readonly<{
  id: string;
  email: string;
  token: string;
  /** What their checkout puts into a purchase. */
  customData: Readonly<Record<string, unknown>>;
}>;

/** A service whose provider knows what a test puts into its books, and how often it was asked. */
export type Till = Readonly<{
  service: TestService;
  provider: Provider;
  transactions: Map<string, ProviderTransaction>;
  subscriptions: Map<string, ProviderSubscription>;
  asked: () => number;
  addBuyer: () => Promise<Buyer>;
  /** Puts a paid sale into the provider's books. @returns its id */
  sell: (changes: Partial<ProviderTransaction>) => string;
  claim: (buyer: Buyer, transactionId: string, plan?: PlanName) => Promise<Claimed>;
  planOf: (buyer: Buyer) => Promise<PlanName>;
}>;

export type Claimed = Readonly<{ status: number; code: string; message: string }>;

export async function startTill(t: TestContext, overrides: Partial<Payments> = {}): Promise<Till> {
  const transactions = new Map<string, ProviderTransaction>();
  const subscriptions = new Map<string, ProviderSubscription>();
  let asked = 0;
  const provider = fakeProvider({
    findTransaction: async (id) => {
      asked += 1;
      return transactions.get(id) ?? null;
    },
    findSubscription: async (id) => subscriptions.get(id) ?? null,
    ...overrides,
  });
  const service = await startTestService(t, { provider, limits: { upgrades: 1_000_000 } });
  return {
    service,
    provider,
    transactions,
    subscriptions,
    asked: () => asked,
    async addBuyer() {
      const { token, user } = await signedInUser(service);
      const choice = { plan_name: 'Pro', billing_cycle: 'monthly' } as const;
      const { checkout } = await service.call(startCheckout, { body: choice }, token);
      const customData = { checkout_token: checkout.checkout_token };
      return { id: user.id, email: user.email, token, customData };
    },
    sell(changes) {
      const sale = saleOf(changes);
      transactions.set(sale.id, sale);
      return sale.id;
    },
    async claim(buyer, transactionId, plan = 'Pro') {
      const response = await service.app.inject({
        method: upgradePlan.method,
        url: upgradePlan.path,
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: { plan_name: plan, transaction_id: transactionId },
      });
      const { code, status, message } = response.json();
      return { status: response.statusCode, code: code ?? status, message };
    },
    async planOf(buyer) {
      return (await service.call(getSubscription, {}, buyer.token)).plan_name;
    },
  };
}
