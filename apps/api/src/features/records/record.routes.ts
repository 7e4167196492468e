import { Readable } from 'node:stream';
import { msg } from '@lingui/core/runtime-macro';
import { downloadRecord, getRecord, type RecordLog } from '@quorate/contract/record';
import { readNote } from '@quorate/tlog/note';
import { instant, isoFromInstant } from '@quorate/values/instant';
import type { Limits } from '../../config/limits.ts';
import { AppError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import { findChainEnd } from '../ledger/ledger.queries.ts';
import type { WitnessDeps } from './log/ask-witnesses.ts';
import { findLog, findNewestCheckpoint, keyOfLog } from './log/log.queries.ts';
import { originOf } from './log/log-key.ts';
import type { LogDeps } from './log/sequence.ts';
import { listShownStreams, listStreams } from './record.queries.ts';
import { recordFile, updateLog } from './record-file.ts';

const HOUR_MS = 3_600_000;

type RecordDeps = LogDeps & Pick<WitnessDeps, 'witnesses'> & Readonly<{ limits: Limits }>;

export function registerRecord(route: Route, deps: RecordDeps): void {
  const { db, clock } = deps;
  const limit = deps.limits.exports;
  const words = msg`${{ limit }} files of a record an hour`;
  const perUser = { what: 'record_file', limit, windowMs: HOUR_MS, words };

  route(getRecord, async ({ query }, { user }) => {
    const { rows, pagination } = await listShownStreams(db, user.id, query);
    const ledger = await findChainEnd(db, user.id);
    return {
      success: true,
      streams: rows.map(({ id, subject_id, server, login, entries, last_at }) => ({
        id,
        account:
          server === null || login === null ? null : { account_id: subject_id, server, login },
        entries,
        last_at: last_at.toISOString(),
      })),
      pagination,
      log: await readLog(deps),
      has_ledger: ledger.records > 0,
    };
  });

  route(downloadRecord, async ({ query }, { user, reply }) => {
    const streams = await listStreams(db, user.id, query.account_id);
    if (query.account_id !== undefined && streams.length === 0) throw new AppError('not_found');
    await countAgainst(deps, perUser, user.id);
    await updateLog(deps);
    const day = isoFromInstant(instant(clock.now())).slice(0, 10);
    const of = { userId: user.id, streams, opened: true, whole: true, shows: () => true };
    return (
      reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="record-${day}.jsonl"`)
        // A piece is as long as a page of entries; two of them are held at most.
        .send(Readable.from(recordFile(deps, of), { highWaterMark: 1 }))
    );
  });
}

async function readLog(deps: LogDeps): Promise<RecordLog> {
  const { db, publicUrl } = deps;
  const { origin = originOf(publicUrl) } = (await findLog(db)) ?? {};
  const newest = await findNewestCheckpoint(db);
  const signatures = newest ? (readNote(newest.note)?.signatures ?? []) : [];
  return {
    origin,
    key: await keyOfLog(deps),
    size: newest?.size ?? 0,
    signed_at: newest?.signed_at.toISOString() ?? null,
    witnesses: signatures.filter(({ name }) => name !== origin).map(({ name }) => name),
  };
}
