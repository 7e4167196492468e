import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { NEWEST_MIGRATION } from '../../db/migrate.ts';
import { systemClock } from '../../process/clock.ts';
import { verifyBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import {
  addCommand,
  backupOf,
  embedded,
  filled,
  idOf,
  KEY,
  opened,
  restoreTo,
  tablesIn,
  tempFolder,
} from './testing/backup-stage.ts';
import { writeBackup } from './write-backup.ts';

describe('backup, wipe, restore', () => {
  // @promise 8.6
  it('every row of every table has the same hash, on the same kind of database', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    const first = join(folder, 'first');
    const { rows, tables } = await backupOf(database, first);
    assert.ok(rows > 1_250 && tables > 40, `${rows} rows of ${tables} tables`);
    assert.equal(statSync(first).mode & 0o777, 0o600);

    await restoreTo(database, first, true);
    const second = join(folder, 'second');
    await backupOf(database, second);
    assert.deepEqual(tablesIn(second), tablesIn(first));

    const other = await opened(t, freshDatabase());
    await restoreTo(other, first);
    await backupOf(other, join(folder, 'third'));
    assert.deepEqual(tablesIn(join(folder, 'third')), tablesIn(first));
    // What it has is a whole schema: rows refer to others, and numbers go on.
    const amina = await idOf(other.db, 'amina');
    await other.db.deleteFrom('users').where('id', '=', amina).execute();
    const left = other.db.selectFrom('trades').select('user_id').where('user_id', '=', amina);
    assert.deepEqual(await left.execute(), []);
    assert.equal(await addCommand(other.db), 5);
  });

  // @promise 8.6
  it('and from the embedded database to the one under test, and back', async (t) => {
    const folder = tempFolder(t);
    const small = await opened(t, embedded(folder, 'small'));
    const large = await opened(t, freshDatabase());
    await filled(t, large);
    const file = (name: string) => join(folder, name);
    await backupOf(large, file('large'));
    await restoreTo(small, file('large'));
    await backupOf(small, file('small backup'));
    await restoreTo(large, file('small backup'), true);
    await backupOf(large, file('again'));
    assert.deepEqual(tablesIn(file('small backup')), tablesIn(file('large')));
    assert.deepEqual(tablesIn(file('again')), tablesIn(file('large')));
  });
});

describe('a restore is refused, and changes nothing,', () => {
  it('for a file that is cut, changed, of something else, or of a newer release', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    const file = join(folder, 'whole');
    await backupOf(database, file);
    const bytes = readFileSync(file);
    const text = zstdDecompressSync(bytes).toString();
    const lines = text.trimEnd().split('\n');
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
    const bad: [string, Uint8Array | string, RegExp][] = [
      ['cut by half', bytes.subarray(0, bytes.length / 2), /is cut: its end is missing/],
      ['cut by a byte', bytes.subarray(0, -1), /is cut: its end is missing/],
      ['empty', '', /is cut|it is empty/],
      ['a bit flipped', flipped, /is not as it was written/],
      ['text', 'user_id,id\n', /is no backup of this service/],
      ['packed text', zstdCompressSync('user_id,id\n'), /is no backup of this service/],
      ['without its foot', zstdCompressSync(`${lines.slice(0, -1).join('\n')}\n`), /is cut/],
      ['a line more', zstdCompressSync(`${text}{}\n`), /something follows its end/],
      [
        'a row twice',
        zstdCompressSync(text.replace(/\n(\[.*\n)/, '\n$1$1')),
        /holds \d+ rows, and says/,
      ],
      [
        'a digit changed',
        zstdCompressSync(text.replace('1.08214', '1.08215')),
        /rows of trades are not those/,
      ],
      ['rows swapped out', zstdCompressSync(text.replace('amina@', 'amine@')), /are not those/],
      [
        'another hash',
        zstdCompressSync(text.replace(/"key_id":"\w{16}"/, '"key_id":"0000000000000000"')),
        /its hash differs/,
      ],
      [
        'a later schema',
        zstdCompressSync(text.replace(NEWEST_MIGRATION, '9999-later')),
        /hash differs|does not know/,
      ],
      [
        'a later format',
        zstdCompressSync(text.replace('"version":1', '"version":2')),
        /format 2; this program reads up to 1/,
      ],
    ];
    const empty = await opened(t, freshDatabase());
    for (const [name, content, reason] of bad) {
      const place = join(folder, name);
      writeFileSync(place, content);
      await assert.rejects(restoreTo(empty, place), reason, name);
      await assert.rejects(restoreTo(database, place, true), reason, name);
    }
    await assert.rejects(restoreTo(empty, join(folder, 'nothing')), /There is no file/);
    await backupOf(database, join(folder, 'after'));
    assert.deepEqual(tablesIn(join(folder, 'after')), tablesIn(file));
  });

  it('for a database that has rows, unless they may be lost', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    await backupOf(database, join(folder, 'file'));
    await assert.rejects(
      restoreTo(database, join(folder, 'file')),
      /The database is not empty: there are rows in account_usage, .* and \d+ more tables\./,
    );
  });

  it('when it fails halfway, on either kind of database', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    const file = join(folder, 'file');
    await backupOf(database, file);
    let told = 0;
    const say = () => {
      told += 1;
      if (told === 20) throw new Error('the disk is gone');
    };
    await assert.rejects(
      restoreBackup({ db: database.db, clock: systemClock, say }, file, {
        replace: true,
        key: null,
      }),
      /the disk is gone/,
    );
    await backupOf(database, join(folder, 'after'));
    assert.deepEqual(tablesIn(join(folder, 'after')), tablesIn(file));
  });
});

describe('a backup', () => {
  it('never replaces a file, and leaves nothing of one that failed', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    writeFileSync(join(folder, 'there'), 'mine');
    await assert.rejects(
      backupOf(database, join(folder, 'there')),
      /is there already; nothing was/,
    );
    await filled(t, database);
    const say = () => {
      throw new Error('called off');
    };
    const failing = { database, clock: systemClock, say };
    await assert.rejects(writeBackup(failing, join(folder, 'failed'), null), /called off/);
    assert.deepEqual(readdirSync(folder), ['there']);
    assert.equal(readFileSync(join(folder, 'there'), 'utf8'), 'mine');
  });

  it('is of one moment, whatever is written meanwhile', async (t) => {
    const folder = tempFolder(t);
    const database = await opened(t, freshDatabase());
    await filled(t, database);
    const { db } = database;
    let writing: Promise<unknown> | undefined;
    const say = () => {
      // From the first table on: what follows must not show it.
      writing ??= db.deleteFrom('users').where('username', '=', 'amina').execute();
    };
    const file = join(folder, 'file');
    await writeBackup({ database, clock: systemClock, say }, file, KEY);
    await writing;
    assert.match(zstdDecompressSync(readFileSync(file)).toString(), /amina@example\.com/);
    const { foot } = await verifyBackup(file);
    await restoreTo(database, file, true);
    assert.ok(foot.rows > 1_250);
  });
});
