import { Blob } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAMAGES, seeded } from '@quorate/ledger/testing/damage';
import { hasOpenssl, madeStamp, newAuthority, tokenOf } from '@quorate/record/testing/authority';
import { makeRecord, newSigner } from '@quorate/record/testing/made-record';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { verifierKeyText } from '@quorate/tlog/note';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { checkFile, type Outcome } from './check-file.ts';

const made = makeRecord(60);
const KEY = verifierKeyText(made.log.key);
const LEDGER =
  '{"keys":[{"id":"a","public_key":"b"}],"kind":"ledger","made_at":"2026-03-05T10:00:00.000Z","user":"u","v":1}\n{}\n';

/** jsdom's own Blob cannot be read in pieces. */
function fileOf(content: Uint8Array | string): globalThis.Blob {
  const bytes = typeof content === 'string' ? content : Uint8Array.from(content);
  return new Blob([bytes]) as globalThis.Blob;
}

function check(content: Uint8Array | string, key = KEY): Promise<Outcome> {
  return checkFile({ file: fileOf(content), key, authority: null }, () => undefined);
}

/** The same file with one letter of an entry changed. */
function changed(): Uint8Array {
  const bytes = Uint8Array.from(made.file);
  const at = made.file.indexOf('"reason":"') + '"reason":"'.length;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

describe.skipIf(!hasOpenssl)('a file with a stamp of time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-page-stamps-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const authority = newAuthority(join(folder, 'own'));
  const { log, witness } = made;
  const stamped = async () => {
    const stamp = await madeStamp(made, 9, (note) => tokenOf(authority, note));
    return fileOf(makeRecord(60, { log, witness, stamp }).file);
  };
  const checkWith = async (certificate: string | null) =>
    checkFile(
      {
        file: await stamped(),
        key: KEY,
        authority: certificate === null ? null : fileOf(certificate),
      },
      () => undefined,
    );

  test('says whose it is by a certificate, and otherwise that nobody knows', async () => {
    for (const [certificate, vouched] of [
      [null, false],
      [authority.rootPem, true],
      [`some words\n${authority.pem}`, true],
    ] as const)
      expect(await checkWith(certificate)).toMatchObject({
        kind: 'verified',
        stamp: { authority: 'Example Time Authority', size: 9, vouched },
      });
  });

  test('is none of an authority whose certificate does not lead to it', async () => {
    const other = newAuthority(join(folder, 'other'));
    expect(await checkWith(other.rootPem)).toMatchObject({ kind: 'broken', rule: 'authority' });
  });

  test('is not read with what is no certificate', async () => {
    const none = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    for (const certificate of ['', KEY, none])
      expect(await checkWith(certificate)).toEqual({ kind: 'bad_certificate' });
  });
});

describe('a file that was damaged', () => {
  /** As the command does it, in pieces of its own size. */
  async function commandSays(file: Uint8Array) {
    const verifier = createRecordVerifier({ trusted: [made.log.key] });
    for (let from = 0; from < file.length; from += 1_000)
      if (!verifier.push(file.subarray(from, from + 1_000))) break;
    const verdict = await verifier.end();
    return verdict.kind === 'broken' ? verdict : { ...verdict, key: verifierKeyText(verdict.key) };
  }

  // @attack 2.21
  test.each(Object.entries(DAMAGES))(
    'gets the verdict, the rule and the line of the command: %s',
    async (_, damage) => {
      const random = seeded(4_711);
      for (let turn = 0; turn < 60; turn += 1) {
        const damaged = damage(made.file, random);
        const page = await check(damaged);
        const command = await commandSays(damaged);
        // A page says of what does not begin as a record that it is none; the command reads it as a ledger of before.
        if (damaged.length === 0) expect(page).toEqual({ kind: 'empty' });
        else if (!damaged.toString().startsWith('{"checkpoint":'))
          expect(page).toEqual({ kind: 'other' });
        else expect(page).toEqual(command);
        expect(page.kind).not.toBe('verified');
      }
    },
  );
});

describe('a file', () => {
  test('is verified with the key of its log, and says whose key it is', async () => {
    const outcome = await check(made.file);
    expect(outcome).toMatchObject({ kind: 'verified', entries: 60, key: KEY });
  });

  test('is only consistent without a key, whatever stands around nothing', async () => {
    for (const key of ['', '  \n'])
      expect(await check(made.file, key)).toMatchObject({ kind: 'consistent', key: KEY });
  });

  test('is broken with the key of another log, and with another key of the same log', async () => {
    for (const { key } of [newSigner('other.example/log'), newSigner()])
      expect(await check(made.file, verifierKeyText(key))).toMatchObject({
        kind: 'broken',
        rule: 'signer',
      });
  });

  test('that was changed by one bit is broken, and its entry and rule are named', async () => {
    expect(await check(changed())).toMatchObject({
      kind: 'broken',
      rule: 'body',
      entry: { position: expect.any(Number) },
    });
  });

  test('that was cut is broken', async () => {
    const half = made.file.subarray(0, made.file.length >> 1);
    expect(await check(half)).toMatchObject({ kind: 'broken', rule: 'cut' });
  });

  test('that names nothing where its owner should stand is broken, not a fault', async () => {
    const [first = '', ...rest] = made.file.toString().split('\n');
    const odd = first.replace(/"streams":\[.*?\](?=,"user")/, '"streams":[null]');
    expect(odd).not.toBe(first);
    expect(await check([odd, ...rest].join('\n'))).toMatchObject({ kind: 'broken' });
  });

  test.each([
    ['is empty', '', 'empty'],
    ['is a ledger of before', LEDGER, 'ledger'],
    ['is a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe), 'other'],
    ['is a page', '<!doctype html>', 'other'],
    ['begins with a space', ` ${made.file.toString()}`, 'other'],
  ])('that %s gets no verdict', async (_, content, kind) => {
    expect(await check(content)).toEqual({ kind });
  });

  test.each(['x', `${KEY}x`, KEY.slice(0, -2), KEY.replace('quorate', 'quorote')])(
    'is not read with what is no key: %s',
    async (key) => {
      expect(await check(made.file, key)).toEqual({ kind: 'bad_key' });
    },
  );

  test('that goes away meanwhile could not be read', async () => {
    const file = fileOf(made.file);
    vi.spyOn(file, 'stream').mockReturnValue(
      new ReadableStream({ start: (control) => control.error(new Error('gone')) }),
    );
    expect(await checkFile({ file, key: KEY, authority: null }, () => undefined)).toEqual({
      kind: 'unreadable',
    });
  });

  test('gets no verdict where the browser knows no Ed25519', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(
      new DOMException('', 'NotSupportedError'),
    );
    expect(await check(made.file)).toEqual({ kind: 'no_signatures' });
  });

  test('tells how far it is, in bytes and entries', async () => {
    const told: number[] = [];
    const file = fileOf(made.file);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
    await checkFile({ file, key: KEY, authority: null }, ({ read, entries }) =>
      told.push(read, entries),
    );
    expect(told.at(-2)).toBe(made.file.length);
    expect(told.at(-1)).toBeGreaterThan(0);
  });
});
