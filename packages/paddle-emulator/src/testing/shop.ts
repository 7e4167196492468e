import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Environment, Paddle } from '@paddle/paddle-node-sdk';
import { createEmulatorControl, type EmulatorControl } from '../control.ts';
import { type EmulatorOptions, type RunningEmulator, startEmulator } from '../start-emulator.ts';

const MONTHLY = { interval: 'month', frequency: 1 } as const;
const YEARLY = { interval: 'year', frequency: 1 } as const;
const usd = (amount: string) => ({ amount, currency_code: 'USD' });

/** Two plans, one of them with a yearly price, too. */
const CATALOGUE = {
  products: [
    { id: 'pro_small', name: 'Small' },
    { id: 'pro_large', name: 'Large' },
  ],
  prices: [
    price('pri_small', 'pro_small', '4000', MONTHLY),
    price('pri_large', 'pro_large', '8000', MONTHLY),
    price('pri_small_year', 'pro_small', '40000', YEARLY),
  ],
};

function price(
  id: string,
  productId: string,
  amount: string,
  cycle: typeof MONTHLY | typeof YEARLY,
) {
  return {
    id,
    product_id: productId,
    description: id,
    unit_price: usd(amount),
    billing_cycle: cycle,
  };
}

/** A webhook as it came. */
export type Received = { body: string; signature: string; type: string; id: string; data: unknown };

/** A seller, their emulator, and what it told them. */
export type Shop = {
  emulator: RunningEmulator;
  control: EmulatorControl;
  paddle: Paddle;
  received: Received[];
  /** What the receiver of webhooks answers next; 200 when nothing is left. */
  answers: number[];
  /** A call of the API as it goes over the wire. */
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Json }>;
  close: () => Promise<void>;
};

type Json = { data?: unknown; error?: { code: string; errors?: { field: string }[] } };

/** A seller with a receiver of webhooks, and an emulator whose clock starts at noon of 1 March 2026. */
export async function openShop(options: EmulatorOptions = {}): Promise<Shop> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const event = JSON.parse(body);
      const signature = String(request.headers['paddle-signature']);
      received.push({
        body,
        signature,
        type: event.event_type,
        id: event.event_id,
        data: event.data,
      });
      response.statusCode = answers.shift() ?? 200;
      response.end('taken');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const emulator = await startEmulator({
    seed: 'test',
    catalogue: CATALOGUE,
    webhookUrl: `http://127.0.0.1:${portOf(address)}/hooks`,
    clock: stoppedClock(),
    ...options,
    behaviour: { cardAnswerMs: 0, ...options.behaviour },
  });
  const control = createEmulatorControl(emulator.url);
  await control.settle();
  received.length = 0;
  return {
    emulator,
    control,
    paddle: new Paddle(emulator.apiKey, { environment: emulator.url as Environment }),
    received,
    answers,
    call: async (method, path, body) => {
      const response = await fetch(emulator.url + path, {
        method,
        headers: {
          authorization: `Bearer ${emulator.apiKey}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    },
    close: async () => {
      await emulator.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Buys a price and waits until everything that follows has happened. @returns the ids */
export async function subscribe(shop: Shop, priceId: string, card?: string) {
  const { transaction } = await shop.control.buy({
    items: [{ price_id: priceId, quantity: 1 }],
    email: 'mira@example.com',
    ...(card === undefined ? {} : { card: { number: card } }),
  });
  await shop.control.moveClock({ advance: '1s' });
  const { subscriptionId, customerId } = await shop.paddle.transactions.get(transaction.id);
  return {
    transactionId: transaction.id,
    subscriptionId: subscriptionId ?? '',
    customerId: customerId ?? '',
  };
}

/** Time that only the control calls move. */
export function stoppedClock() {
  const now = Date.UTC(2026, 2, 1, 12);
  return { now: () => now };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return address.port;
}

/** Every bill of a subscription, the newest first. */
export async function bills(shop: Shop, subscriptionId: string) {
  const ids = new Set<string>();
  for await (const { eventType, data } of shop.paddle.events.list({ perPage: 200 })) {
    if (eventType === 'transaction.created' || eventType === 'transaction.completed')
      if (data.subscriptionId === subscriptionId) ids.add(data.id);
  }
  const newestFirst = [...ids].toSorted((one, other) => (one < other ? 1 : -1));
  return Promise.all(newestFirst.map((id) => shop.paddle.transactions.get(id)));
}
