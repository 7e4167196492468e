import { Readable } from 'node:stream';
import { downloadLedger, getLedger, getLedgerKey, type SignedHead } from '@quorate/contract/ledger';
import { isoFromInstant } from '@quorate/values/instant';
import type { Limits } from '../../config/limits.ts';
import type { Reads } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { findLastKeptHead, type KeptHead } from './heads.queries.ts';
import { findChainEnd } from './ledger.queries.ts';
import { ledgerFile } from './ledger-file.ts';
import type { LedgerKey } from './ledger-key.ts';
import { signHead } from './sign-heads.ts';

const HOUR_MS = 3_600_000;

export function registerLedger(
  route: Route,
  deps: Readonly<{ db: Db; reads: Reads; clock: Clock; limits: Limits; ledgerKey: LedgerKey }>,
): void {
  const { db, clock, ledgerKey } = deps;
  const limit = deps.limits.exports;
  const perUser = {
    what: 'ledger_file',
    limit,
    windowMs: HOUR_MS,
    words: `${limit} ledger files an hour`,
  };

  route(getLedger, async (_input, { user }) => {
    const kept = await findLastKeptHead(db, user.id);
    const end = await findChainEnd(db, user.id);
    const head = signHead(ledgerKey, user.id, end, isoFromInstant(clock.now()));
    return { success: true, head, kept: kept ? toSignedHead(kept) : null };
  });

  route(downloadLedger, async (_input, { user, reply }) => {
    await countAgainst(deps, perUser, user.id);
    const madeAt = isoFromInstant(clock.now());
    const name = `decision-ledger-${madeAt.slice(0, 10)}.jsonl`;
    return (
      reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        // A piece is as long as a page of records; two of them are held at most.
        .send(Readable.from(ledgerFile(deps, user.id, madeAt), { highWaterMark: 1 }))
    );
  });

  route(getLedgerKey, async () => ({
    success: true,
    algorithm: 'Ed25519',
    key_id: ledgerKey.id,
    public_key: ledgerKey.publicKeyPem,
  }));
}

function toSignedHead({ records, hash, signed_at, key_id, signature }: KeptHead): SignedHead {
  return { records, hash, signed_at: signed_at.toISOString(), key_id, signature };
}
