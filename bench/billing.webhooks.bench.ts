import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const EACH_SECOND = 100;
const WARM_UP_S = 3;
const MEASURED_S = 15;
const PATH = '/api/paddle/webhook';

/**
 * How long the provider waits until a webhook is taken in: signature, event and its effect in one
 * transaction, at a hundred a second that leave on time whether or not those before are answered. The
 * provider gives up after 5 s.
 */
export const benchmark: Benchmark = {
  name: 'billing.webhooks',
  title: 'a webhook processed, 100 a second, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 300 },
  async run({ folder, onEnd }) {
    const service = await startService({ port: await freePort(), dataDir: folder });
    onEnd(service.stop);
    const secret = secretIn(join(folder, 'paddle-emulator', 'paddle-emulator.json'));
    await load(service.url, secret, WARM_UP_S);
    const times = await load(service.url, secret, MEASURED_S);
    return {
      figure: percentile(times, 0.99),
      note: `${times.length} webhooks of as many subscriptions, the middle one ${percentile(times, 0.5).toFixed(1)} ms, the longest ${percentile(times, 1).toFixed(1)} ms`,
    };
  },
};

/** What the local provider keeps has one secret in it: that of its one destination, this service. */
function secretIn(file: string): string {
  const secret = /"key":\s*"(pdl_ntfset_[^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1];
  if (secret === undefined) throw new Error(`${file} names no destination`);
  return secret;
}

async function load(url: string, secret: string, seconds: number): Promise<number[]> {
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let count = 0; count < seconds * EACH_SECOND; count += 1) {
    const waitMs = startedAt + (count * 1_000) / EACH_SECOND - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    answers.push(timed(url, secret));
  }
  return Promise.all(answers);
}

async function timed(url: string, secret: string): Promise<number> {
  const body = JSON.stringify(subscriptionEvent());
  const ts = Math.floor(Date.now() / 1_000);
  const h1 = createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex');
  const startedAt = performance.now();
  const reply = await fetch(url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'paddle-signature': `ts=${ts};h1=${h1}` },
    body,
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${PATH} answered ${reply.status}: ${text}`);
  return performance.now() - startedAt;
}

function subscriptionEvent() {
  const id = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString();
  return {
    event_id: id('evt'),
    event_type: 'subscription.updated',
    occurred_at: now,
    notification_id: id('ntf'),
    data: {
      id: id('sub'),
      status: 'active',
      customer_id: id('ctm'),
      address_id: id('add'),
      business_id: null,
      currency_code: 'USD',
      created_at: now,
      updated_at: now,
      started_at: now,
      first_billed_at: now,
      next_billed_at: later,
      paused_at: null,
      canceled_at: null,
      discount: null,
      collection_mode: 'automatic',
      billing_details: null,
      current_billing_period: { starts_at: now, ends_at: later },
      billing_cycle: { interval: 'month', frequency: 1 },
      scheduled_change: null,
      custom_data: null,
      import_meta: null,
      items: [
        {
          status: 'active',
          quantity: 1,
          recurring: true,
          created_at: now,
          updated_at: now,
          previously_billed_at: now,
          next_billed_at: later,
          trial_dates: null,
          price: {
            id: id('pri'),
            product_id: id('pro'),
            type: 'standard',
            description: 'Monthly',
            name: null,
            billing_cycle: { interval: 'month', frequency: 1 },
            trial_period: null,
            tax_mode: 'account_setting',
            unit_price: { amount: '4000', currency_code: 'USD' },
            unit_price_overrides: [],
            quantity: { minimum: 1, maximum: 1 },
            status: 'active',
            custom_data: null,
            import_meta: null,
            created_at: now,
            updated_at: now,
          },
        },
      ],
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
