import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Shop } from './shop.ts';

/** An event as the provider sends it. */
export type WireEvent = {
  event_id: string;
  event_type: string;
  occurred_at: string;
  data: Record<string, unknown>;
};

/** Everything that happened at the provider, oldest first. */
export async function wireEvents({ emulator }: Shop): Promise<WireEvent[]> {
  const response = await fetch(`${emulator.url}/events?per_page=200`, {
    headers: { authorization: `Bearer ${emulator.apiKey}` },
  });
  const { data } = (await response.json()) as { data: WireEvent[] };
  return data.toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1));
}

export function signatureOf(
  body: string,
  { secret, seconds }: { secret: string; seconds: number },
): string {
  const h1 = createHmac('sha256', secret).update(`${seconds}:${body}`).digest('hex');
  return `ts=${seconds};h1=${h1}`;
}

/** Sends a webhook as the provider would at this moment. @param headers instead of those that it sends */
export function sendWebhook(
  shop: Pick<Shop, 'service' | 'clock' | 'provider'>,
  content: WireEvent | string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const [secret = ''] = shop.provider.webhookSecrets;
  const seconds = Math.floor(shop.clock.now() / 1_000);
  return shop.service.app.inject({
    method: 'POST',
    url: '/api/paddle/webhook',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'paddle-signature': signatureOf(body, { secret, seconds }),
      ...headers,
    },
  });
}
