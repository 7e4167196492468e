import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createEmulatorControl } from '@quorate/paddle-emulator/control';
import { startEmulator } from '@quorate/paddle-emulator/start-emulator';
import { PaymentsError } from '../../payments.ts';
import { createPaddle } from '../create-paddle.ts';

/** Noon of 1 March 2026; a month of 31 days begins. */
const START = Date.UTC(2026, 2, 1, 12);

const MONTH = { interval: 'month', frequency: 1 } as const;
const YEAR = { interval: 'year', frequency: 1 } as const;

function price(id: string, amount: string, cycle: typeof MONTH | typeof YEAR | null) {
  return {
    id,
    product_id: 'pro_plans',
    description: id,
    unit_price: { amount, currency_code: 'USD' },
    billing_cycle: cycle,
  };
}

/** The local provider with two plans and a tax of a tenth, and the adapter that is tested against it. */
export async function openPaddle(t: TestContext) {
  const emulator = await startEmulator({
    seed: 'test',
    clock: { now: () => START },
    behaviour: { cardAnswerMs: 0, settleAfterMs: 0, taxRate: 0.1 },
    catalogue: {
      products: [{ id: 'pro_plans', name: 'Plans' }],
      prices: [
        price('pri_small', '4000', MONTH),
        price('pri_large', '8000', MONTH),
        price('pri_small_year', '40000', YEAR),
        price('pri_once', '500', null),
      ],
    },
  });
  t.after(() => emulator.stop());
  const control = createEmulatorControl(emulator.url);
  const paddle = createPaddle({ apiKey: emulator.apiKey, url: emulator.url, timeoutMs: 5_000 });
  return { emulator, control, paddle };
}

/** Buys a plan, and waits until all that follows has happened. */
export async function buyPlan(
  { control, paddle }: Awaited<ReturnType<typeof openPaddle>>,
  priceId = 'pri_small',
) {
  const { transaction } = await control.buy({
    items: [{ price_id: priceId, quantity: 1 }],
    email: 'amina@example.com',
    custom_data: { checkout_token: 'token' },
  });
  await control.moveClock({ advance: '1s' });
  const told = await paddle.findTransaction(transaction.id);
  if (!told?.subscriptionId || !told.customerId) throw new Error('the sale has made nothing');
  return {
    transactionId: told.id,
    subscriptionId: told.subscriptionId,
    customerId: told.customerId,
  };
}

/** For `assert.rejects`: the provider said no, with this code. */
export const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof PaymentsError, String(error));
  assert.deepEqual([error.kind, error.code], ['refused', code]);
  return true;
};
