import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { downloadRecord } from '@quorate/contract/record';
import { createRecordVerifier, type RecordOptions } from '@quorate/record/verify-record';
import { type RawBuilder, sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { Db } from '../../db/tables.ts';
import { appendEvents } from './append-events.ts';
import { createLogKey, verifierKeyOf } from './log/log-key.ts';
import { eventOf } from './testing/events.ts';

const logKey = createLogKey(Buffer.alloc(32, 5));
const publicUrl = 'https://quorate.example';
const log = verifierKeyOf(logKey, 'quorate.example/log');
const ENTRIES = 300;
const SIZE = 600;

/** Whoever holds the database can change every row of it, and has no key. Of the one stream that this service has. */
async function start(t: TestContext) {
  const service = await startTestService(t, {
    logKey,
    publicUrl,
    limits: { exports: 1_000 },
  });
  const { user, token } = await signedInUser(service);
  const owner = { userId: user.id, subjectId: user.id };
  const append = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1)
      await appendEvents(service.db, [eventOf(owner, number)]);
    await service.sequenceLog();
  };
  const download = async (options: RecordOptions = {}) => {
    const { rawPayload, statusCode } = await service.app.inject({
      url: downloadRecord.path,
      headers: { authorization: `Bearer ${token}` },
    });
    // The file breaks off where the service itself finds that something is missing.
    assert.equal(statusCode, 200);
    const verifier = createRecordVerifier({ trusted: [log], meaning: false, ...options });
    verifier.push(rawPayload);
    return verifier.end();
  };
  // Entries of others stand before: a file has only the hashes over them.
  const others = Array.from({ length: 300 }, (_, at) => ({
    user_id: user.id,
    stream: 'another',
    position: 1_000 + at,
    leaf: `entry ${at} of somebody else`,
  }));
  await service.db.insertInto('log_outbox').values(others).execute();
  await append(1, ENTRIES + 1);
  return { ...service, append, download };
}

const EDITS: Readonly<Record<string, readonly [rule: string, edit: RawBuilder<unknown>]>> = {
  'what an entry says': [
    'body',
    sql`update record_entries set body = replace(body, 'not, an', 'not, on') where position = 7`,
  ],
  'an amount': [
    'body',
    sql`update record_entries set private = replace(private, ':8}', ':9}') where position = 8`,
  ],
  'the salt of an entry': [
    'body',
    sql`update record_entries set body_salt = decode(repeat('ab', 32), 'hex') where position = 7`,
  ],
  'an entry that is erased without a deletion': [
    'absent',
    sql`update record_entries set body = null, body_salt = null, erased_at = now() where position = 7`,
  ],
  'an amount that is taken away': [
    'absent',
    sql`update record_entries set private = null, private_salt = null where position = 8`,
  ],
  'the texts of two entries, exchanged': [
    'body',
    sql`update record_entries a set body = b.body, body_salt = b.body_salt from record_entries b
      where a.position in (11, 13) and b.position = 24 - a.position`,
  ],
  'the time of an entry in the log': [
    'root',
    sql`update log_leaves set leaf = replace(leaf, '2026-03-02T00:07', '2026-03-02T00:06') where position = 7`,
  ],
  'an entry of the log, in place of another': [
    'body',
    sql`update log_leaves a set leaf = replace(b.leaf, '"position":9', '"position":7') from log_leaves b
      where a.position = 7 and b.position = 9`,
  ],
  'an entry that is cut out of the log': [
    'sequence',
    sql`delete from log_leaves where position = 7`,
  ],
  'a hash of the tree': [
    'root',
    sql`update log_tiles set hashes = set_byte(hashes, 3, (get_byte(hashes, 3) + 1) % 256) where level = 1`,
  ],
  'the signed checkpoint': [
    'root',
    sql`update log_checkpoints set note = replace(note, ${`\n${SIZE}\n`}, ${`\n${SIZE - 1}\n`})`,
  ],
  'the signature of the checkpoint': [
    'signature',
    sql`update log_checkpoints set note = left(note, length(note) - 8) || 'AAAAAA' || right(note, 2)`,
  ],
};

describe('a record whose database was edited', () => {
  // @attack 2.1
  it('is broken, by the rule that names what was done', async (t) => {
    const { db, download } = await start(t);
    assert.equal((await download()).kind, 'verified');
    for (const [what, [rule, edit]] of Object.entries(EDITS)) {
      const back = await copyOf(db);
      await edit.execute(db);
      const verdict = await download();
      assert.equal(verdict.kind === 'broken' && verdict.rule, rule, what);
      await back();
    }
    assert.equal((await download()).kind, 'verified', 'all was put back');
  });

  // @attack 2.2
  it('is found by whoever has an earlier file, where the log is made once more from other entries', async (t) => {
    const service = await start(t);
    const { db, append, download } = service;
    const leaves = new Map<number, string>();
    assert.equal((await download({ leaves })).kind, 'verified');
    // With the key of the service, too: its operator makes the log once more, without one of the entries.
    const rows = await db.selectFrom('log_leaves').selectAll().orderBy('leaf_index').execute();
    const streams = await db.selectFrom('record_streams').selectAll().execute();
    const [stream] = streams;
    for (const table of ['log_leaves', 'log_tiles', 'log_checkpoints', 'log_state'] as const)
      await db.deleteFrom(table).execute();
    await db.deleteFrom('record_entries').where('position', '=', ENTRIES).execute();
    await db
      .updateTable('record_streams')
      .set({ entries: ENTRIES - 1 })
      .execute();
    await db
      .insertInto('log_outbox')
      .values(
        rows.slice(0, -1).map(({ stream: id, position, leaf }) => ({
          user_id: stream?.user_id ?? '',
          stream: id,
          position,
          leaf,
        })),
      )
      .execute();
    await service.sequenceLog();
    await append(ENTRIES, ENTRIES + 5);
    assert.equal((await download()).kind, 'verified', 'nobody can tell by the file alone');
    const verdict = await download({ earlier: leaves });
    assert.equal(verdict.kind === 'broken' && verdict.rule, 'rewritten');
  });
});

const TABLES = ['record_entries', 'log_leaves', 'log_tiles', 'log_checkpoints'] as const;

/** @returns what puts all back */
async function copyOf(db: Db): Promise<() => Promise<void>> {
  for (const table of TABLES)
    await sql`create table ${sql.table(`${table}_before`)} as select * from ${sql.table(table)}`.execute(
      db,
    );
  return async () => {
    for (const table of TABLES) {
      await db.deleteFrom(table).execute();
      await sql`insert into ${sql.table(table)} overriding system value select * from ${sql.table(`${table}_before`)}`.execute(
        db,
      );
      await sql`drop table ${sql.table(`${table}_before`)}`.execute(db);
    }
  };
}
