import type { Page } from '@playwright/test';

/** Buys a plan in the provider's frame, as a person does, and waits for the dashboard. */
export async function buyPlan(
  page: Page,
  plan: string,
  cycle: 'monthly' | 'yearly' = 'monthly',
): Promise<void> {
  await page.goto(`/checkout?plan=${plan}&billing=${cycle}`);
  const frame = page.frameLocator('iframe.paddle-frame');
  await frame.getByLabel('Country').selectOption('PK');
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
  await frame.getByLabel('Expiry').fill('12/99');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Security code').press('Enter');
  await page.waitForURL('**/dashboard*', { timeout: 30_000 });
}
