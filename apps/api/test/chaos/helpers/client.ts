import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { signatureOf } from '../../../src/features/billing/testing/sent-webhook.ts';

export const PERSON = {
  username: 'amina',
  email: 'amina@example.com',
  password: 'correct horse battery',
};

export type Client = Readonly<{
  /** @returns what was answered; null when the connection broke before an answer was there */
  send(path: string, body: unknown, method?: 'POST' | 'GET'): Promise<Answer | null>;
  /** Sends an event as the payment provider does. */
  sendEvent(event: object): Promise<Answer | null>;
}>;

export type Answer = { status: number; body: unknown };

const signedIn = z.object({ access_token: z.string() });

/** @throws Error when the person cannot sign in */
export async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: PERSON.username, password: PERSON.password }),
  });
  return signedIn.parse(await reply.json()).access_token;
}

export function createClient(url: string, token: string, dataDir: string): Client {
  const ask = async (path: string, init: RequestInit): Promise<Answer | null> => {
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : readJson(text) };
    } catch {
      // Expected: whoever was to answer is killed again and again.
      return null;
    }
  };
  return {
    send: (path, body, method = 'POST') =>
      ask(path, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      }),
    async sendEvent(event) {
      const secret = await webhookSecret(dataDir);
      const body = JSON.stringify(event);
      const seconds = Math.floor(Date.now() / 1_000);
      const signature = signatureOf(body, { secret, seconds });
      return ask('/api/paddle/webhook', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'paddle-signature': signature },
        body,
      });
    },
  };
}

/** The local provider's, which keeps it in a file of the service's folder a moment after it has made it. */
async function webhookSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'paddle-emulator', 'paddle-emulator.json');
  const deadline = AbortSignal.timeout(10_000);
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const secret = /"(pdl_ntfset_[^"]+)"/.exec(text)?.[1];
    if (secret) return secret;
    if (deadline.aborted) throw new Error(`${file} names no secret of webhooks`);
    await sleep(20);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
