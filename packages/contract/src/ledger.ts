import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';

/** A signed statement: the chain had so many records, and the last of them this hash, at this time. */
export const signedHead = z.object({
  records: z.number().int(),
  /** Hash of the last record, in hex; 64 zeros for an empty chain. */
  hash: z.string(),
  signed_at: isoTime,
  /** First 16 hex digits of the SHA-256 of the public key. */
  key_id: z.string(),
  /** Ed25519, in base64. */
  signature: z.string(),
});
export type SignedHead = z.output<typeof signedHead>;

export const getLedger = defineEndpoint({
  method: 'GET',
  path: '/api/user/ledger',
  auth: 'user_or_device',
  summary: 'The head of the user’s decision ledger, signed now, and the one signed last before',
  reply: z.object({
    success: z.literal(true),
    head: signedHead,
    /** The daily statement that was kept last; null before the first. */
    kept: signedHead.nullable(),
  }),
  errors: ['unauthorized'],
});
export type LedgerHead = z.output<typeof getLedger.reply>;

/** One JSON document a line: what the chain is, every record, and the signed head. */
export const downloadLedger = defineEndpoint({
  method: 'GET',
  path: '/api/user/ledger/file',
  auth: 'user_or_device',
  summary: 'The user’s decision ledger as a file that can be verified without the service',
  reply: z.unknown(),
  file: true,
  errors: ['unauthorized', 'rate_limited'],
  timeoutMs: 300_000,
});

export const getLedgerKey = defineEndpoint({
  method: 'GET',
  path: '/api/ledger/key',
  auth: 'none',
  summary: 'The public key that heads of ledgers are signed with',
  reply: z.object({
    success: z.literal(true),
    algorithm: z.literal('Ed25519'),
    key_id: z.string(),
    /** SubjectPublicKeyInfo in PEM. */
    public_key: z.string(),
  }),
  errors: [],
});
