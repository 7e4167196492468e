import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { seeded } from '@quorate/ledger/testing/damage';
import { madeLog } from '@quorate/record/testing/made-log';
import { newSigner } from '@quorate/record/testing/made-record';
import { readCheckpoint } from '@quorate/tlog/checkpoint';
import {
  cosignature,
  cosignedText,
  noteText,
  readNote,
  SIGNATURE_TYPES,
  signatureLine,
} from '@quorate/tlog/note';
import { expectGrown, fetchCheckpoint, readWholeLog } from './follow-log.ts';

const signer = newSigner();
const witness = newSigner('example.org/witness', SIGNATURE_TYPES.cosignature);
const SIZE = 600;
/** What the reader has of before: a file's tree. */
const KNOWN = 517;
const SECONDS = 1_772_445_600;
const leaves = Array.from({ length: SIZE }, (_, at) => `entry ${at} ${'x'.repeat(at % 40)}`);

/** Each is read over HTTP: all of them take a minute. */
const EDITS_TRIED = process.env.TEST_SCALE === 'part' ? 1_500 : 10_000;

type Files = Map<string, Uint8Array>;
type Random = (below: number) => number;

/** A log as its address serves it, cosigned. @param by who cosigns, and what the cosignature says it has seen */
function cosigned(files: Files, by = witness, textOf = (text: string) => text): Files {
  const note = readNote(Buffer.from(files.get('checkpoint') ?? '').toString());
  if (!note) throw new Error('there is no checkpoint');
  const bytes = cosignature(SECONDS, by.sign(cosignedText(textOf(note.text), SECONDS)));
  const lines = [...note.signatures, { ...by.key, bytes }].map(signatureLine);
  return new Map(files).set('checkpoint', Buffer.from(noteText(note.text, lines)));
}

const sound = cosigned(madeLog(signer, leaves));
const before = cosigned(madeLog(signer, leaves.slice(0, KNOWN)));
const known = checkpointOf(before);

function checkpointOf(files: Files) {
  const note = readNote(Buffer.from(files.get('checkpoint') ?? '').toString());
  return readCheckpoint(note?.text ?? '') ?? assert.fail();
}

function changed(
  random: Random,
  change: (bytes: Buffer, name: string) => Buffer,
  only = /./,
): Files {
  const names = [...sound.keys()].filter((name) => only.test(name));
  const name = names[random(names.length)] ?? assert.fail();
  return new Map(sound).set(name, change(Buffer.from(sound.get(name) ?? []), name));
}

const byteChanged = (random: Random) => (bytes: Buffer) => {
  const at = random(bytes.length);
  return Buffer.from(bytes.with(at, ((bytes[at] ?? 0) + 1 + random(255)) % 256));
};

/** Entries of a bundle with their lengths, as they stand behind each other. */
function entriesOf(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
    entries.push(bytes.subarray(at, at + 2 + bytes.readUInt16BE(at)));
  return entries;
}

/** Bytes and files are changed by whoever stands between log and reader, or at the log's disk. */
const EDITS: Readonly<Record<string, (random: Random) => Files>> = {
  'a byte of a tile': (random) => changed(random, byteChanged(random), /^tile\/\d/),
  'a byte of the entries': (random) => changed(random, byteChanged(random), /entries/),
  'a byte of the checkpoint': (random) => changed(random, byteChanged(random), /checkpoint/),
  'a byte of the cosignature': (random) =>
    changed(
      random,
      (bytes) => {
        const from = bytes.lastIndexOf('\u2014');
        return Buffer.concat([bytes.subarray(0, from), byteChanged(random)(bytes.subarray(from))]);
      },
      /checkpoint/,
    ),
  'a byte removed': (random) =>
    changed(random, (bytes) => {
      const at = random(bytes.length);
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    }),
  'a byte added': (random) =>
    changed(random, (bytes) => {
      const at = random(bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, at), Buffer.of(random(256)), bytes.subarray(at)]);
    }),
  'a file cut off': (random) => changed(random, (bytes) => bytes.subarray(0, random(bytes.length))),
  'a file deleted': (random) => {
    const files = new Map(sound);
    files.delete([...files.keys()][random(files.size)] ?? '');
    return files;
  },
  'two files swapped': (random) => {
    const names = [...sound.keys()];
    const first = random(names.length);
    const second = (first + 1 + random(names.length - 1)) % names.length;
    const [one = '', other = ''] = [names[first], names[second]];
    const at = (name: string) => sound.get(name) ?? new Uint8Array();
    return new Map(sound).set(one, at(other)).set(other, at(one));
  },
  'two entries swapped': (random) =>
    changed(
      random,
      (bytes) => {
        const entries = entriesOf(bytes);
        const first = random(entries.length);
        const second = (first + 1 + random(entries.length - 1)) % entries.length;
        const at = (place: number) => entries[place] ?? Buffer.alloc(0);
        return Buffer.concat(entries.with(first, at(second)).with(second, at(first)));
      },
      /entries/,
    ),
  'an entry removed': (random) =>
    changed(
      random,
      (bytes) => {
        const entries = entriesOf(bytes);
        return Buffer.concat(entries.toSpliced(random(entries.length), 1));
      },
      /entries/,
    ),
  'an entry told twice': (random) =>
    changed(
      random,
      (bytes) => {
        const entries = entriesOf(bytes);
        const again = entries[random(entries.length)] ?? Buffer.alloc(0);
        return Buffer.concat(entries.toSpliced(random(entries.length + 1), 0, again));
      },
      /entries/,
    ),
  'the cosignature of another tree': () =>
    cosigned(madeLog(signer, leaves), witness, (text) => `${text}x\n`),
  'a tree signed with another key': () => cosigned(madeLog(newSigner(), leaves)),
};

/** The log itself tells otherwise, under its own key: only who has seen it before, or a witness, can tell. */
const FORKS: Readonly<Record<string, (random: Random) => Files>> = {
  'an entry exchanged, and all of it signed again': (random) =>
    madeLog(signer, leaves.with(random(KNOWN), `another entry ${random(1_000)}`)),
  'an entry left out, and all of it signed again': (random) =>
    madeLog(signer, leaves.toSpliced(random(KNOWN), 1)),
  'its end cut off, and the rest signed again': (random) =>
    madeLog(signer, leaves.slice(0, random(KNOWN))),
};

describe('a log that was edited', () => {
  let served: Files = sound;
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice('/log/'.length);
    asked.add(name);
    const file = served.get(name);
    response.statusCode = file ? 200 : 404;
    response.end(file);
  });
  const started = new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/log`),
    ),
  );
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** As `--log` reads it alone. A witness that is named and has not cosigned is told, and nobody is fooled. */
  async function readsWhole(log: string): Promise<string> {
    const now = await fetchCheckpoint(log, signer.key, [witness.key]);
    await readWholeLog(log, now, () => undefined);
    return now.cosigned.length === 1 ? 'sound' : 'not cosigned';
  }
  /** As `FILE --log` reads it. */
  async function readsWithFile(log: string): Promise<string> {
    await expectGrown(log, known, await fetchCheckpoint(log, signer.key));
    return 'sound';
  }
  /** Every fault is one of the log: a command that ends with 1, and not with a trace. */
  const saidOf = (reading: Promise<string>) =>
    reading.catch((error: Error) => (error.name === 'LogError' ? 'broken' : assert.fail(error)));

  it('is sound before', async () => {
    const log = await started;
    for (const files of [sound, before]) {
      served = files;
      assert.equal(await readsWhole(log), 'sound');
      assert.equal(await readsWithFile(log), 'sound');
    }
  });

  // @attack 2.12
  it('is found in each of 10,000 edits, or of 1,500 where tests run in part', async () => {
    const log = await started;
    const random = seeded(31_962);
    const edits = Object.entries(EDITS);
    for (let turn = 0; turn < EDITS_TRIED; turn += 1) {
      const [way, edit] = edits[turn % edits.length] ?? assert.fail();
      served = edit(random);
      // Two entries of the same text can be swapped: nothing was edited.
      if (
        [...sound].every(([name, bytes]) =>
          Buffer.from(bytes).equals(served.get(name) ?? Buffer.alloc(0)),
        )
      )
        continue;
      assert.notEqual(await saidOf(readsWhole(log)), 'sound', `${way}, turn ${turn}`);
    }
  });

  // @attack 2.12
  it('is found with a file of before, too, in each tile over which the way leads from its tree to the one of now', async () => {
    const log = await started;
    served = sound;
    asked.clear();
    await readsWithFile(log);
    const random = seeded(7);
    const tiles = [...asked].filter((name) => name.startsWith('tile/'));
    assert.ok(tiles.length >= 2 && tiles.every((name) => sound.has(name)));
    for (const name of tiles) {
      const bytes = Buffer.from(sound.get(name) ?? []);
      const changes = [bytes.map((byte) => byte ^ 1), bytes.subarray(0, random(bytes.length))];
      for (const other of changes) {
        served = new Map(sound).set(name, other);
        assert.equal(await saidOf(readsWithFile(log)), 'broken', name);
      }
    }
  });

  // @attack 2.10
  it('is found where the log itself has made another tree', async () => {
    const log = await started;
    const random = seeded(3);
    for (let turn = 0; turn < 150; turn += 1)
      for (const [way, fork] of Object.entries(FORKS)) {
        served = fork(random);
        assert.equal(await saidOf(readsWithFile(log)), 'broken', way);
        assert.equal(await saidOf(readsWhole(log)), 'not cosigned', way);
      }
  });
});
