import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { addCheckpointBody } from '@quorate/tlog/add-checkpoint';
import { checkpointText } from '@quorate/tlog/checkpoint';
import { createTreeHead, type Hash, leafHash } from '@quorate/tlog/merkle';
import {
  noteText,
  readNote,
  signatureLine,
  verifierKey,
  verifierKeyText,
  verifyNote,
} from '@quorate/tlog/note';
import { consistencyProof } from '@quorate/tlog/proofs';
import { signerFromFile } from './key-file.ts';
import { serveWitness } from './serve.ts';
import { createWitness } from './witness.ts';

function newLog(name = 'quorate.example/log') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key = verifierKey(name, Uint8Array.fromBase64(x, { alphabet: 'base64url' }));
  return { key, sign: (text: string) => sign(null, Buffer.from(text), privateKey) };
}

/** A log of these entries, and how it asks. */
function treeOf(log: ReturnType<typeof newLog>, entries: readonly string[]) {
  const rootAt = (from: number, to: number) => {
    const head = createTreeHead();
    for (const entry of entries.slice(from, to)) head.add(leafHash(Buffer.from(entry)));
    return head.root();
  };
  const note = (size: number, root: Hash = rootAt(0, size), signer = log) => {
    const text = checkpointText({ origin: log.key.name, size, root });
    return noteText(text, [signatureLine({ ...log.key, bytes: signer.sign(text) })]);
  };
  const proof = (from: number, to: number) =>
    consistencyProof(from, to, async (a, b) => rootAt(a, b));
  const ask = async (from: number, to: number) =>
    addCheckpointBody(from, await proof(from, to), note(to));
  return { note, proof, ask };
}

const ENTRIES = Array.from({ length: 40 }, (_, at) => `entry ${at}`);

function start(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-witness-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const log = newLog();
  const signer = signerFromFile(join(folder, 'witness.key'), 'example.org/w1');
  const open = () => {
    const witness = createWitness(join(folder, 'seen.sqlite'), {
      signer,
      logs: [log.key],
      clock: () => 1_772_445_600_123,
    });
    t.after(() => witness.close());
    return witness;
  };
  return { folder, log, signer, open, ...treeOf(log, ENTRIES) };
}

describe('a witness', () => {
  it('cosigns a log that grows, with its time, and keeps the newest tree', async (t) => {
    const { signer, open, ask, note } = start(t);
    const witness = open();
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [1, 8],
      [8, 8],
      [8, 37],
    ] as const) {
      const { status, body } = await witness.add(await ask(from, to));
      assert.equal(status, 200, `${from} to ${to}: ${body}`);
      const cosigned = readNote(note(to) + body);
      assert.ok(cosigned);
      assert.deepEqual(await verifyNote(cosigned, signer.key), {
        kind: 'signed',
        at: 1_772_445_600,
      });
    }
    assert.deepEqual(
      witness.newest().map((each) => each.note),
      [note(37)],
    );
  });

  it('tells a log that knows less how far it has come', async (t) => {
    const { open, ask } = start(t);
    const witness = open();
    await witness.add(await ask(0, 20));
    for (const [from, to] of [
      [0, 30],
      [8, 30],
      [8, 8],
      [30, 37],
    ] as const) {
      const { status, type, body } = await witness.add(await ask(from, to));
      assert.deepEqual([status, type, body], [409, 'text/x.tlog.size', '20\n']);
    }
  });

  // @attack 2.10
  it('refuses a fork and a smaller tree, also after a restart', async (t) => {
    const { open, ask, log } = start(t);
    const first = open();
    assert.equal((await first.add(await ask(0, 20))).status, 200);
    const other = treeOf(log, ENTRIES.with(3, 'another entry'));
    for (const witness of [first, open()]) {
      assert.equal((await witness.add(await other.ask(20, 30))).status, 422);
      assert.equal((await witness.add(await other.ask(20, 20))).status, 422);
      assert.equal((await witness.add(await ask(0, 8))).status, 409);
      const shrunk = addCheckpointBody(20, [], treeOf(log, ENTRIES).note(8));
      assert.equal((await witness.add(shrunk)).status, 400);
    }
    assert.equal((await open().add(await ask(20, 30))).status, 200);
  });

  // @attack 2.13
  it('of two trees that come at once cosigns one', async (t) => {
    const { open, ask, log } = start(t);
    const [one, two] = [open(), open()];
    const other = treeOf(log, ENTRIES.with(3, 'another entry'));
    const answers = await Promise.all([
      one.add(await ask(0, 30)),
      two.add(await other.ask(0, 20)),
      one.add(await ask(0, 20)),
    ]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 2);
  });

  it('refuses whoever it does not know, a false signature, and what is no request', async (t) => {
    const { open, ask, note, log } = start(t);
    const witness = open();
    const stranger = treeOf(newLog('another.example/log'), ENTRIES);
    assert.equal((await witness.add(await stranger.ask(0, 8))).status, 404);
    const impostor = treeOf(newLog(), ENTRIES);
    assert.equal((await witness.add(await impostor.ask(0, 8))).status, 403);
    const forged = note(8, undefined, newLog());
    assert.equal((await witness.add(addCheckpointBody(0, [], forged))).status, 403);
    const whole = await ask(0, 8);
    for (const body of [
      '',
      'old 0\n',
      note(8),
      whole.replace('old 0', 'old 00'),
      whole.replace('old 0', 'old -1'),
      whole.replace('old 0', 'new 0'),
      whole.slice(0, -1),
      whole.replace('\n\n', '\nnonsense\n\n'),
      `old 0\n${'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n'.repeat(64)}\n${note(8)}`,
    ])
      assert.equal((await witness.add(body)).status, 400, JSON.stringify(body.slice(0, 40)));
    const proofOfNothing = addCheckpointBody(0, [leafHash(Buffer.from('x'))], note(8));
    assert.equal((await witness.add(proofOfNothing)).status, 422);
    const empty = addCheckpointBody(0, [], note(0, leafHash(Buffer.from('x'))));
    assert.equal((await witness.add(empty)).status, 422);
    assert.equal(log.key.name, 'quorate.example/log');
  });

  it('keeps its key, which nobody else may read', async (t) => {
    const { folder, signer } = start(t);
    const again = signerFromFile(join(folder, 'witness.key'), 'example.org/w1');
    assert.deepEqual(again.key, signer.key);
    assert.equal(statSync(join(folder, 'witness.key')).mode & 0o777, 0o600);
  });

  it('is asked over HTTP', async (t) => {
    const { signer, open, ask, note } = start(t);
    const said: string[] = [];
    const keyText = verifierKeyText(signer.key);
    const server = serveWitness(open(), { keyText, log: (line) => said.push(line) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = (body: string, path = '/add-checkpoint') =>
      fetch(url + path, { method: 'POST', body });
    assert.equal((await post(await ask(0, 8))).status, 200);
    const conflict = await post(await ask(0, 9));
    assert.deepEqual(
      [conflict.status, conflict.headers.get('content-type'), await conflict.text()],
      [409, 'text/x.tlog.size', '8\n'],
    );
    assert.equal(await (await fetch(url)).text(), `${keyText}\n\n${note(8)}`);
    assert.equal((await post('x'.repeat(70_000))).status, 413);
    assert.equal((await post('', '/sign-subtree')).status, 404);
    assert.equal((await fetch(`${url}/add-checkpoint`)).status, 405);
    assert.match(said.join('\n'), /^200 .+\n409 8\n/);
  });
});
