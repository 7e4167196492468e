import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { systemClock } from '../../process/clock.ts';
import { ROW_BYTES_MAX } from './backup-format.ts';
import { verifyBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import {
  backupOf,
  filled,
  idOf,
  opened,
  restoreTo,
  tablesIn,
  tempFolder,
} from './testing/backup-stage.ts';
import { writeBackup } from './write-backup.ts';

/** Every hash made again, as a forger who knows the format does; the MAC stays. */
function rehashed(lines: readonly string[]): Uint8Array {
  const whole = createHash('sha256');
  let table = createHash('sha256');
  let tableRows = 0;
  let rows = 0;
  const out = lines.map((line) => {
    let text = line;
    if (line.startsWith('[')) {
      table.update(`${line}\n`);
      tableRows += 1;
    } else if (line.startsWith('{"table"')) {
      table = createHash('sha256');
      tableRows = 0;
    } else if (line.startsWith('{"end"')) {
      rows += tableRows;
      text = JSON.stringify({
        ...JSON.parse(line),
        rows: tableRows,
        sha256: table.digest('hex'),
      });
    } else if (line.startsWith('{"tables"')) {
      text = JSON.stringify({ ...JSON.parse(line), rows, sha256: whole.digest('hex') });
      return text;
    }
    whole.update(`${text}\n`);
    return text;
  });
  return zstdCompressSync(`${out.join('\n')}\n`);
}

const linesOf = (file: string) =>
  zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n');

it('a forged backup is refused, whatever was changed and however its hashes were made again', async (t) => {
  const folder = tempFolder(t);
  const database = await opened(t, freshDatabase());
  await filled(t, database);
  const file = join(folder, 'whole');
  await backupOf(database, file);
  const lines = linesOf(file);
  const foot = lines.at(-1) ?? '';
  const { mac, ...unsigned } = JSON.parse(foot);
  assert.match(mac, /^[0-9a-f]{64}$/);
  const isUser = (line: string) => line.startsWith('[') && line.includes('"amina@example.com"');
  const forge = (change: (line: string) => string) => rehashed(lines.map(change));
  const promoted = (line: string) => (isUser(line) ? line.replace('"amina"', '"operator"') : line);
  assert.ok(unsigned.sequences.length > 0);
  const forged: [string, Uint8Array, RegExp][] = [
    ['a row changed', forge(promoted), /its MAC is not by this key/],
    [
      'the MAC taken out',
      rehashed([...lines.slice(0, -1).map(promoted), JSON.stringify(unsigned)]),
      /has no MAC: .* add --unverified once/,
    ],
    [
      'a row taken out',
      rehashed(lines.filter((line) => !line.startsWith('[') || !isUser(line))),
      /its MAC is not by this key/,
    ],
    [
      'a row twice',
      rehashed(lines.flatMap((line) => (isUser(line) ? [line, line] : [line]))),
      /MAC/,
    ],
    [
      'another sequence',
      rehashed([...lines.slice(0, -1), foot.replace(/"last":\d+/, '"last":1')]),
      /its MAC is not by this key/,
    ],
    [
      'a sequence taken out',
      rehashed([...lines.slice(0, -1), JSON.stringify({ ...JSON.parse(foot), sequences: [] })]),
      /its MAC is not by this key/,
    ],
    [
      'the time changed',
      forge((line) => line.replace(/"taken_at":"20/, '"taken_at":"19')),
      /its MAC is not by this key/,
    ],
  ];
  // Whole tables of another genuine backup of the same service.
  await database.db.deleteFrom('trades').execute();
  await backupOf(database, join(folder, 'later'));
  const later = linesOf(join(folder, 'later'));
  const tradesAt = (all: readonly string[]) =>
    [
      all.findIndex((line) => line.startsWith('{"table":"trades"')),
      all.findIndex((line) => line.startsWith('{"end":"trades"')),
    ] as const;
  const [from, to] = tradesAt(lines);
  const [laterFrom, laterTo] = tradesAt(later);
  assert.ok(from > 0 && to > from && laterFrom > 0);
  forged.push([
    'a table of another backup',
    rehashed([...lines.slice(0, from), ...later.slice(laterFrom, laterTo), ...lines.slice(to)]),
    /its MAC is not by this key/,
  ]);
  forged.push([
    'the foot of another backup',
    rehashed([...lines.slice(0, -1), later.at(-1) ?? '']),
    /its MAC is not by this key/,
  ]);
  await writeBackup(
    { database, clock: systemClock, say: () => {} },
    join(folder, 'other key'),
    Buffer.alloc(32, 'the key of a stranger'),
  );
  forged.push([
    'made with another key',
    readFileSync(join(folder, 'other key')),
    /its MAC is not by this key/,
  ]);

  for (const [name, content, reason] of forged) {
    const place = join(folder, `forged ${name}`);
    writeFileSync(place, content);
    await verifyBackup(place); // Its hashes are right: they never were the protection.
    await assert.rejects(restoreTo(database, place, true), reason, name);
  }
  await backupOf(database, join(folder, 'after'));
  assert.deepEqual(tablesIn(join(folder, 'after')), tablesIn(join(folder, 'later')));

  // What the flag gives up: the forged row is there.
  const deps = { db: database.db, clock: systemClock, say: () => {} };
  const place = join(folder, 'forged a row changed');
  await restoreBackup(deps, place, { replace: true, key: null });
  assert.ok(await idOf(database.db, 'operator'));
});

it('a row that no restore would take is named when the backup is made, and no file is left', async (t) => {
  const folder = tempFolder(t);
  const database = await opened(t, freshDatabase());
  await filled(t, database);
  await sql`create table long_rows (id integer primary key, content text)`.execute(database.db);
  await sql`insert into long_rows values (1, repeat('x', ${sql.lit(ROW_BYTES_MAX)}))`.execute(
    database.db,
  );
  await assert.rejects(
    backupOf(database, join(folder, 'file')),
    /A row of long_rows has \d+ bytes, and a backup takes 25165824/,
  );
  assert.deepEqual(readdirSync(folder), []);
});
