import { type Provider, provider as providerName } from '@quorate/contract/providers';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { AccountDeps } from '../account.deps.ts';
import { insertChallenge } from '../second-factors/challenges.queries.ts';
import { hashToken } from '../secrets.ts';
import type { Handshake } from './provider.ts';

/** How long a person may take at the provider. */
const LIFETIME_MS = 10 * 60_000;

const kept = z.object({ provider: providerName, sealed: z.string() });
const secrets = z.object({ codeVerifier: z.string(), nonce: z.string() });

type HandshakeDeps = Pick<AccountDeps, 'db' | 'clock' | 'sealing'>;

/** Makes what a round trip to a provider is recognised by: the state hashed, the rest sealed. */
export async function beginHandshake(
  { db, clock, sealing }: HandshakeDeps,
  provider: Provider,
): Promise<Handshake> {
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const tokenHash = hashToken(state);
  const now = clock.now();
  await insertChallenge(db, {
    tokenHash,
    purpose: 'provider',
    userId: null,
    data: {
      provider,
      sealed: sealing.seal(JSON.stringify({ codeVerifier, nonce }), placeOf(tokenHash)),
    },
    now: new Date(now),
    expiresAt: new Date(now + LIFETIME_MS),
  });
  return { state, codeVerifier, nonce };
}

/** Uses a state up; null when it is unknown, over, or was used before. */
export async function endHandshake(
  { db, clock, sealing }: HandshakeDeps,
  state: string,
): Promise<{ provider: Provider; handshake: Handshake } | null> {
  const tokenHash = hashToken(state);
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'provider')
    .where('expires_at', '>', new Date(clock.now()))
    .returning('data')
    .executeTakeFirst();
  if (!row) return null;
  const { provider, sealed } = kept.parse(row.data);
  const opened: unknown = JSON.parse(sealing.open(sealed, placeOf(tokenHash)));
  return { provider, handshake: { state, ...secrets.parse(opened) } };
}

function placeOf(tokenHash: string): string {
  return `provider:${tokenHash}`;
}
