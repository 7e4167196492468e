import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testClock } from '../../test/helpers/test-clock.ts';
import { createReads } from './reads.ts';
import type { Db } from './tables.ts';

const PRIMARY = { name: 'primary' } as unknown as Db;
const REPLICA = { name: 'replica' } as unknown as Db;
const nameOf = async (db: Db) => (db as unknown as { name: string }).name;
const USER = 'u';

function withCode(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code });
}

function setUp(replica: Db | null = REPLICA) {
  const clock = testClock();
  const lines: string[] = [];
  const log = {
    warn: (_details: object, message: string) => void lines.push(message),
    info: (message: string) => void lines.push(message),
  };
  return { clock, lines, ...createReads({ primary: PRIMARY, replica, clock, log }) };
}

describe('reading with a replica', () => {
  it('is done on the primary where there is none', async () => {
    assert.equal(await setUp(null).upTo(async () => 'same')(USER, nameOf), 'primary');
    assert.equal(await setUp(null).anyTime(nameOf), 'primary');
  });

  it('is done on the replica once it is as far as the primary, and not before', async () => {
    let behind = true;
    const reads = setUp().upTo(async (db) => (db === REPLICA && behind ? 'old' : 'new'));
    assert.equal(await reads(USER, nameOf), 'primary');
    behind = false;
    assert.equal(await reads(USER, nameOf), 'replica');
  });

  it('asks about the user that is read, and nobody else', async () => {
    const asked: string[] = [];
    const mark = async (_db: Db, userId: string) => {
      asked.push(userId);
      return '';
    };
    await setUp().upTo(mark)('somebody', nameOf);
    assert.deepEqual(asked, ['somebody', 'somebody']);
  });

  for (const code of ['ECONNREFUSED', '57P01', '57014', '08006', '53300'])
    it(`goes on at the primary after ${code}, says so once, and tries again later`, async () => {
      const { clock, lines, upTo } = setUp();
      let away = true;
      let tries = 0;
      const reads = upTo(async (db) => {
        if (db !== REPLICA) return 'same';
        tries += 1;
        if (away) throw withCode(code);
        return 'same';
      });
      for (let call = 0; call < 5; call += 1) assert.equal(await reads(USER, nameOf), 'primary');
      assert.equal(tries, 1);
      clock.advance(10_000);
      assert.equal(await reads(USER, nameOf), 'primary');
      assert.equal(tries, 2);
      assert.equal(lines.length, 1);
      away = false;
      clock.advance(10_000);
      assert.equal(await reads(USER, nameOf), 'replica');
      assert.equal(lines.length, 2);
    });

  it('asks the replica again after 10 s also when the clock was put back meanwhile', async () => {
    const { clock, upTo } = setUp();
    let away = true;
    const reads = upTo(async (db) => {
      if (db === REPLICA && away) throw withCode('ECONNREFUSED');
      return 'same';
    });
    assert.equal(await reads(USER, nameOf), 'primary');
    away = false;
    clock.advance(-3_600_000);
    clock.advance(10_000);
    assert.equal(await reads(USER, nameOf), 'replica');
  });

  it('goes on at the primary when the connection breaks halfway', async () => {
    const reads = setUp().upTo(async () => 'same');
    const work = async (db: Db) => {
      if (db === REPLICA) throw new Error('Connection terminated unexpectedly');
      return nameOf(db);
    };
    assert.equal(await reads(USER, work), 'primary');
  });

  for (const code of ['25006', '40001'])
    it(`goes on at the primary after ${code}, and asks the replica again at once`, async () => {
      const { lines, upTo } = setUp();
      const reads = upTo(async () => 'same');
      const work = async (db: Db) => {
        if (db === REPLICA) throw withCode(code);
        return nameOf(db);
      };
      assert.equal(await reads(USER, work), 'primary');
      assert.equal(await reads(USER, nameOf), 'replica');
      assert.deepEqual(lines, []);
    });

  it('fails where the work fails on the primary', async () => {
    const reads = setUp().upTo(async () => 'same');
    const fails = async () => {
      throw new RangeError('too large');
    };
    await assert.rejects(reads(USER, fails), /too large/);
  });

  it('fails where the primary is away', async () => {
    const away = async (db: Db) => {
      if (db === PRIMARY) throw withCode('ECONNREFUSED');
      return 'same';
    };
    await assert.rejects(setUp().upTo(away)(USER, away), /ECONNREFUSED/);
  });
});
