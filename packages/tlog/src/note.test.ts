import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { checkpointText, readCheckpoint } from './checkpoint.ts';
import { EMPTY_ROOT } from './merkle.ts';
import {
  cosignature,
  cosignedText,
  noteText,
  readNote,
  readVerifierKey,
  SIGNATURE_TYPES,
  signatureLine,
  verifierKey,
  verifierKeyText,
  verifyNote,
} from './note.ts';

// The example of the format's description.
const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE = `This is an example message.

\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

function keyPair(name: string, type?: 1 | 4) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Uint8Array.fromBase64(publicKey.export({ format: 'jwk' }).x ?? '', {
    alphabet: 'base64url',
  });
  const key = verifierKey(name, raw, type);
  return { key, sign: (text: string) => sign(null, Buffer.from(text), privateKey) };
}

describe('a signed note', () => {
  it('is verified with the key of the format’s own example', async () => {
    const key = readVerifierKey(KEY);
    const note = readNote(NOTE);
    assert.ok(key && note);
    assert.equal(verifierKeyText(key), KEY);
    assert.deepEqual(await verifyNote(note, key), { kind: 'signed', at: null });
    assert.equal(note.text, 'This is an example message.\n');
  });

  it('is false with another text, and says nothing of a key that has not signed', async () => {
    const key = readVerifierKey(KEY);
    const changed = readNote(NOTE.replace('This', 'That'));
    assert.ok(key && changed);
    assert.deepEqual(await verifyNote(changed, key), { kind: 'false' });
    const { key: other } = keyPair('example.com/foo');
    assert.deepEqual(await verifyNote(changed, other), { kind: 'absent' });
  });

  it('is not read from anything else', () => {
    for (const text of [
      '',
      'text\n',
      'text\n\n',
      NOTE.trimEnd(),
      NOTE.replace('\u2014', '-'),
      NOTE.replace('This', 'This\t'),
      NOTE.replace('\n\n', '\r\n\r\n'),
      NOTE.replace('aQM=', 'aQN='),
      NOTE.replace('example.com/foo Uw', 'example.com/foo  Uw'),
      `${NOTE}\n`,
    ])
      assert.equal(readNote(text), null, JSON.stringify(text.slice(-20)));
    for (const text of [KEY.replace('530d903a', '530d903b'), KEY.replace('+Ae', '+Ce'), 'a+b'])
      assert.equal(readVerifierKey(text), null, text);
  });

  it('is signed by a log and by witnesses with their time', async () => {
    const text = checkpointText({ origin: 'example.com/log', size: 0, root: EMPTY_ROOT });
    const log = keyPair('example.com/log');
    const witness = keyPair('example.org/w', SIGNATURE_TYPES.cosignature);
    const seconds = 1_679_315_147;
    const lines = [
      signatureLine({ ...log.key, bytes: log.sign(text) }),
      signatureLine({
        ...witness.key,
        bytes: cosignature(seconds, witness.sign(cosignedText(text, seconds))),
      }),
    ];
    const note = readNote(noteText(text, lines));
    assert.ok(note);
    assert.deepEqual(await verifyNote(note, log.key), { kind: 'signed', at: null });
    assert.deepEqual(await verifyNote(note, witness.key), { kind: 'signed', at: seconds });
    assert.deepEqual(readCheckpoint(note.text), {
      origin: 'example.com/log',
      size: 0,
      root: EMPTY_ROOT,
    });
  });
});

describe('a checkpoint', () => {
  it('is read as it was written, and nothing else is', () => {
    const root = EMPTY_ROOT.toBase64();
    assert.equal(readCheckpoint(`o\n7\n${root}\n`)?.size, 7);
    assert.equal(readCheckpoint(`o\n7\n${root}\nmore\n`)?.size, 7);
    for (const text of [
      `\n7\n${root}\n`,
      `o\n07\n${root}\n`,
      `o\n-7\n${root}\n`,
      `o\n9007199254740993\n${root}\n`,
      `o\n7\n${root.slice(4)}\n`,
      `o\n7\n${root}`,
      `o\n7\n${root}\n\n`,
    ])
      assert.equal(readCheckpoint(text), null, JSON.stringify(text));
  });
});
