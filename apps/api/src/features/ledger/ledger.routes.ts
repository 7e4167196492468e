import { Readable } from 'node:stream';
import { msg } from '@lingui/core/runtime-macro';
import { downloadLedger, getLedger, getLedgerKey, type SignedHead } from '@quorate/contract/ledger';
import {
  endStatement,
  headerLine,
  headStatement,
  recordLine,
  sha256,
  signedLine,
} from '@quorate/ledger/format';
import { isoFromInstant } from '@quorate/values/instant';
import type { Limits } from '../../config/limits.ts';
import type { Reads } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { findLastKeptHead, type KeptHead, listKeptHeads } from './heads.queries.ts';
import { findChainEnd, listRecords } from './ledger.queries.ts';
import { type LedgerKey, signHead } from './ledger-key.ts';

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
    words: msg`${{ limit }} ledger files an hour`,
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

/** Records read at once: each is some thousand bytes. */
const PAGE = 250;

/**
 * A user's ledger as a file, in pieces: at no time more of it is in memory than a page of records. Records
 * never change, so that those up to the end that was read first are one state of the chain, whatever is
 * added meanwhile.
 *
 * @param madeAt ISO 8601, UTC
 */
async function* ledgerFile(
  { reads, ledgerKey }: { reads: Reads; ledgerKey: LedgerKey },
  userId: string,
  madeAt: string,
): AsyncGenerator<string> {
  // The heads first: none of them may lie behind the end.
  const kept = await reads(userId, (db) => listKeptHeads(db, userId));
  const end = await reads(userId, (db) => findChainEnd(db, userId));
  const opening = [headerLine({ user: userId, madeAt, keys: keysOf(ledgerKey, kept) })]
    .concat(kept.map(keptLine))
    .map((line) => `${line}\n`)
    .join('');
  yield opening;
  for (let after = 0; after < end.records; ) {
    const wanted = { after, upTo: end.records, limit: PAGE };
    const page = await reads(userId, (db) => listRecords(db, userId, wanted));
    const last = page.at(-1);
    if (!last) throw new Error(`records of the ledger from ${after + 1} on are gone`);
    yield page.map(({ record, hash }) => `${recordLine(record, hash)}\n`).join('');
    after = last.position;
  }
  const head = { user: userId, ...end, signedAt: madeAt, keyId: ledgerKey.id };
  const statement = endStatement(head, sha256(opening));
  yield `${signedLine(statement, ledgerKey.sign(statement))}\n`;
}

/** The key of now, and those of before that signed what was kept. */
function keysOf({ id, publicKey }: LedgerKey, kept: readonly KeptHead[]) {
  const keys = new Map([
    [id, publicKey],
    ...kept.map((head) => [head.key_id, head.public_key] as const),
  ]);
  return [...keys].map(([each, key]) => ({ id: each, publicKey: key }));
}

function keptLine({ user_id, records, hash, signed_at, key_id, signature }: KeptHead): string {
  const signedAt = signed_at.toISOString();
  const head = { user: user_id, records, hash, signedAt, keyId: key_id };
  return signedLine(headStatement(head), signature);
}
