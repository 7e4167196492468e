import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readLeaf } from '@quorate/record/leaf';
import { type Checkpoint, readCheckpoint } from '@quorate/tlog/checkpoint';
import { createTreeHead, EMPTY_ROOT, leafHash } from '@quorate/tlog/merkle';
import { readNote, readVerifierKey, verifyNote } from '@quorate/tlog/note';
import { consistencyProof, includes, inclusionProof, isGrownFrom } from '@quorate/tlog/proofs';
import { entriesPath, rootsFrom, TILE_WIDTH, tilePath } from '@quorate/tlog/tiles';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { appendEvents } from '../append-events.ts';
import { eventOf } from '../testing/events.ts';
import { createLogKey } from './log-key.ts';
import { sequence } from './sequence.ts';

const logKey = createLogKey(Buffer.alloc(32, 9));

/** A log as a stranger sees it: by its addresses alone. */
async function start(t: TestContext) {
  const service = await startTestService(t, { logKey, publicUrl: 'https://quorate.example' });
  const { user } = await signedInUser(service);
  const owner = { userId: user.id, subjectId: '0197a0c0-0000-7000-8000-000000000001' };
  let number = 0;
  const append = (count: number) =>
    appendEvents(
      service.db,
      Array.from({ length: count }, () => {
        number += 1;
        return eventOf(owner, number);
      }),
    );
  const run = (batch?: number) =>
    sequence({ ...service, logKey, publicUrl: 'https://quorate.example' }, batch);
  const get = (path: string) => service.app.inject({ url: path });
  const tile = async (path: string) => {
    const { statusCode, rawPayload } = await get(`/log/${path}`);
    assert.equal(statusCode, 200, path);
    return new Uint8Array(rawPayload);
  };
  const checkpoint = async (): Promise<Checkpoint> => {
    const key = readVerifierKey((await get('/.well-known/log-key')).body);
    const note = readNote((await get('/log/checkpoint')).body);
    assert.ok(key && note);
    assert.deepEqual(await verifyNote(note, key), { kind: 'signed', at: null });
    return readCheckpoint(note.text) ?? assert.fail();
  };
  const entries = async (size: number) => {
    const leaves: string[] = [];
    for (let from = 0; from < size; from += TILE_WIDTH) {
      const width = Math.min(TILE_WIDTH, size - from);
      const bytes = Buffer.from(await tile(entriesPath({ index: from / TILE_WIDTH, width })));
      for (let at = 0; at < bytes.length; ) {
        const length = bytes.readUInt16BE(at);
        leaves.push(bytes.toString('utf8', at + 2, at + 2 + length));
        at += 2 + length;
      }
    }
    return leaves;
  };
  const rootOf = (size: number) => rootsFrom((place) => tile(tilePath(place)), size);
  return { ...service, owner, append, run, get, checkpoint, entries, rootOf };
}

describe('the log', () => {
  it('begins with a signed tree of nothing', async (t) => {
    const { run, get, checkpoint } = await start(t);
    assert.equal((await get('/log/checkpoint')).statusCode, 404);
    assert.equal(await run(), 0);
    const first = await checkpoint();
    assert.deepEqual(first, { origin: 'quorate.example/log', size: 0, root: EMPTY_ROOT });
    assert.equal(await run(), 0);
    assert.deepEqual(await checkpoint(), first);
  });

  it('takes in what waits, in batches of any size, and its tiles give the root that is signed', async (t) => {
    const { append, run, checkpoint, entries, rootOf } = await start(t);
    const seen: Checkpoint[] = [];
    for (const count of [1, 254, 1, 2, 300]) {
      await append(count);
      assert.equal(await run(100), count);
      seen.push(await checkpoint());
    }
    const last = seen.at(-1) ?? assert.fail();
    assert.equal(last.size, 558);
    const leaves = await entries(last.size);
    const head = createTreeHead();
    const sizes = new Map(seen.map((each) => [each.size, each]));
    for (const [index, text] of leaves.entries()) {
      assert.equal(readLeaf(text)?.position, index + 1);
      head.add(leafHash(Buffer.from(text)));
      const then = sizes.get(index + 1);
      if (then) assert.deepEqual(head.root(), then.root);
    }
    assert.deepEqual(head.root(), last.root);
    for (const old of seen) {
      const proof = await consistencyProof(old.size, last.size, rootOf(last.size));
      assert.ok(isGrownFrom(old, last, proof), `from ${old.size}`);
    }
    for (const index of [0, 255, 256, 557]) {
      const proof = await inclusionProof(index, last.size, rootOf(last.size));
      const leaf = leafHash(Buffer.from(leaves[index] ?? ''));
      assert.ok(includes(last.root, { leaf, index, size: last.size, proof }));
    }
  });

  it('keeps the last checkpoint of each minute', async (t) => {
    const { append, run, db, clock } = await start(t);
    clock.set('2026-03-02T10:00:00Z');
    for (const seconds of [5, 5, 40, 30, 5]) {
      await append(1);
      await run();
      clock.advance(seconds * 1_000);
    }
    const kept = await db.selectFrom('log_checkpoints').select('size').orderBy('id').execute();
    assert.deepEqual(
      kept.map(({ size }) => size),
      [4, 5],
    );
  });

  it('tells nothing that is not signed, and nothing under another name', async (t) => {
    const { append, run, get } = await start(t);
    await append(300);
    await run();
    await append(10);
    for (const path of [
      'tile/0/000',
      'tile/0/001.p/44',
      'tile/0/001.p/7',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/44',
    ]) {
      const { statusCode, headers } = await get(`/log/${path}`);
      assert.equal(statusCode, 200, path);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['access-control-allow-origin'], '*');
    }
    for (const path of [
      'tile/0/001',
      'tile/0/001.p/45',
      'tile/0/002.p/1',
      'tile/1/000.p/2',
      'tile/1/000',
      'tile/2/000.p/1',
      'tile/entries/001.p/45',
      'tile/entries/001',
      'tile/0/000.p/0',
      'tile/0/0',
      'tile/entries/%2e%2e/000',
      'tile/',
      'tile/63/x999/x999/x999/x999/999',
    ])
      assert.equal((await get(`/log/${path}`)).statusCode, 404, path);
  });

  it('takes each entry once when several take them at the same time', async (t) => {
    const { append, run, checkpoint, entries } = await start(t);
    await append(60);
    const taken = await Promise.all(Array.from({ length: 4 }, () => run(7)));
    assert.equal(
      taken.reduce((sum, each) => sum + each),
      60,
    );
    assert.equal((await checkpoint()).size, 60);
    const leaves = await entries(60);
    assert.deepEqual(
      leaves.map((text) => readLeaf(text)?.position),
      Array.from({ length: 60 }, (_, at) => at + 1),
    );
  });

  it('goes on under its name where the service has moved to another address', async (t) => {
    const { append, run, checkpoint, db, clock } = await start(t);
    await append(1);
    await run();
    await append(1);
    await sequence({ db, clock, logKey, publicUrl: 'https://another.example' });
    assert.deepEqual(
      [(await checkpoint()).origin, (await checkpoint()).size],
      ['quorate.example/log', 2],
    );
  });
});
