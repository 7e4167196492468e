import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { keyChangeNote } from '../key-chain.ts';
import { sentenceOf } from '../rules.ts';
import { hasOpenssl, madeStamp, newAuthority, tokenOf } from '../testing/authority.ts';
import { makeRecord, newSigner } from '../testing/made-record.ts';
import { createRecordVerifier, type RecordOptions } from '../verify-record.ts';
import { readCertificates } from './certificates.ts';
import { readStampAnswer, StampError, stampQuery, verifyStamp } from './time-stamp.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-stamps-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NOTE = 'quorate.example/log\n1\nAAAA\n';
const nonce = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

async function verify(file: Uint8Array, options: RecordOptions = {}) {
  const verifier = createRecordVerifier(options);
  verifier.push(file);
  return verifier.end();
}

describe('a stamp of time', { skip: hasOpenssl ? false : 'openssl is not installed' }, () => {
  const authority = newAuthority(join(folder, 'one'));
  const [root = new Uint8Array()] = readCertificates(authority.rootPem);
  const [own = new Uint8Array()] = readCertificates(authority.pem);
  const answer = authority.answer(stampQuery(NOTE, nonce));
  const token = readStampAnswer(answer);

  it('is what OpenSSL has stamped, by its own certificate and by the root above it', async () => {
    const alone = await verifyStamp(token, { note: NOTE, nonce });
    assert.equal(alone.authority, 'Example Time Authority');
    assert.equal(alone.vouched, false);
    assert.ok(Math.abs(Date.parse(alone.at) - Date.now()) < 60_000);
    for (const each of [root, own])
      assert.deepEqual(await verifyStamp(token, { note: NOTE, authorities: [each] }), {
        ...alone,
        vouched: true,
      });
  });

  it('is read of RSA and of a larger digest, too', async () => {
    const other = newAuthority(join(folder, 'rsa'), { key: ['rsa:2048'], digest: 'sha512' });
    const authorities = readCertificates(other.rootPem);
    const { vouched } = await verifyStamp(tokenOf(other, NOTE), { note: NOTE, authorities });
    assert.equal(vouched, true);
  });

  it('is none of another text, of another question, or of an authority that nobody named', async () => {
    const stranger = newAuthority(join(folder, 'stranger'));
    const cases: [RegExp, Parameters<typeof verifyStamp>[1]][] = [
      [/is of something else/, { note: `${NOTE} ` }],
      [/its nonce differs/, { note: NOTE, nonce: nonce.with(7, 9) }],
      [
        /is theirs or has issued theirs/,
        { note: NOTE, authorities: readCertificates(stranger.rootPem) },
      ],
      [
        /is theirs or has issued theirs/,
        { note: NOTE, authorities: readCertificates(stranger.pem) },
      ],
    ];
    for (const [why, expected] of cases)
      await assert.rejects(verifyStamp(token, expected), (error) => {
        assert.ok(error instanceof StampError);
        assert.match(error.message, why);
        return true;
      });
  });

  // @attack 2.14
  it('is none of a certificate that may not stamp, or not only', async () => {
    const stamps = ['-cades', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
    const note = { note: NOTE };
    const same = authority.signOtherwise(token, ...stamps);
    assert.equal((await verifyStamp(same, note)).authority, 'Example Time Authority');
    for (const usage of ['serverAuth', 'timeStamping', 'critical,timeStamping,serverAuth']) {
      const other = newAuthority(join(folder, `may-not-${usage}`), { usage });
      const said = other.signOtherwise(token, ...stamps);
      await assert.rejects(verifyStamp(said, note), /is not one that stamps/, usage);
    }
    const unnamed = authority.signOtherwise(token, ...stamps.slice(1));
    await assert.rejects(verifyStamp(unnamed, note), /does not name the certificate/);
    const letter = authority.signOtherwise(token, '-cades');
    await assert.rejects(verifyStamp(letter, note), StampError);
    const weak = authority.signOtherwise(token, ...stamps, '-md', 'sha1');
    await assert.rejects(verifyStamp(weak, note), /too weak/);
  });

  it('is none that was made before its certificate was valid, or after', async () => {
    const other = newAuthority(join(folder, 'over'), { days: -1 });
    const said = other.signOtherwise(
      token,
      '-cades',
      '-econtent_type',
      '1.2.840.113549.1.9.16.1.4',
    );
    for (const pem of [other.pem, other.rootPem])
      await assert.rejects(
        verifyStamp(said, { note: NOTE, authorities: readCertificates(pem) }),
        (error) => error instanceof StampError && error.isOfAuthority,
      );
  });

  it('refuses anything else: answers that were cut, changed, or are none', async () => {
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('<html>busy</html>'),
      answer.subarray(0, 40),
      Buffer.from('30030a0102', 'hex'),
    ])
      assert.throws(() => readStampAnswer(bytes), StampError);
    const refused = authority.answer(Buffer.from('3003020101', 'hex'));
    assert.throws(() => readStampAnswer(refused), /it refused with status 2: .+/);
    for (let at = 0; at < token.length; at += 5) {
      const changed = token.with(at, (token[at] ?? 0) ^ 1);
      const said = await verifyStamp(changed, { note: NOTE, nonce, authorities: [root] }).catch(
        (error: unknown) => error,
      );
      // Some bytes are signed by nobody, as the certificates that come along: they change nothing of what it says.
      if (!(said instanceof StampError))
        assert.equal((said as { authority: string }).authority, 'Example Time Authority');
    }
  });
});

describe('a record with a stamp', { skip: hasOpenssl ? false : 'openssl is not installed' }, () => {
  const authority = newAuthority(join(folder, 'two'));
  const authorities = readCertificates(authority.rootPem);
  const plain = makeRecord(30);
  const { log, witness } = plain;
  const known = { log, witness };

  it('says when its entries existed, and who says so', async () => {
    const total = plain.leaves.length;
    for (const size of [0, 1, 7, 32, total - 1, total]) {
      const stamp = await madeStamp(plain, size, (note) => tokenOf(authority, note));
      const { file } = makeRecord(30, { ...known, stamp });
      const verdict = await verify(file, { trusted: [log.key], authorities });
      if (verdict.kind === 'broken') assert.fail(sentenceOf(verdict));
      assert.deepEqual(
        [verdict.kind, verdict.stamp?.size, verdict.stamp?.authority, verdict.stamp?.vouched],
        ['verified', size, 'Example Time Authority', true],
      );
      const nobody = await verify(file, { trusted: [log.key] });
      assert.equal(nobody.kind !== 'broken' && nobody.stamp?.vouched, false);
    }
    const without = await verify(plain.file, { trusted: [log.key], authorities });
    assert.equal(without.kind !== 'broken' && without.stamp, null);
  });

  it('is verified by OpenSSL alone, from what stands in its first line', async () => {
    const made = await madeStamp(plain, 9, (note) => tokenOf(authority, note));
    const { file } = makeRecord(30, { ...known, stamp: made });
    const [first = ''] = file.toString().split('\n');
    const { note, token } = (JSON.parse(first) as { stamp: typeof made }).stamp;
    const bytes = Buffer.from(token, 'base64');
    assert.match(authority.verify(note, bytes), /Verification: OK/);
    assert.match(authority.verify(`${note}\n`, bytes), /Verification: FAILED/);
  });

  it('may have been stamped under a key of before, which has handed on to the one of now', async () => {
    const [before, between] = [newSigner(), newSigner()];
    const at = '2026-03-01T00:00:00.000Z';
    const change = (one: typeof before, other: typeof before, isLost = false) =>
      keyChangeNote(
        { at, before: one.key, now: other.key },
        { before: isLost ? null : one.sign, now: other.sign },
      );
    const keys = [change(before, between), change(between, log)];
    for (const signer of [before, between]) {
      const stamp = await madeStamp(plain, 9, (note) => tokenOf(authority, note), signer);
      const { file } = makeRecord(30, { ...known, keys, stamp });
      assert.equal((await verify(file, { trusted: [log.key] })).kind, 'verified');
      const lost = makeRecord(30, {
        ...known,
        keys: [change(before, between), change(between, log, true)],
        stamp,
      });
      const verdict = await verify(lost.file, { trusted: [log.key] });
      assert.equal(verdict.kind === 'broken' && verdict.rule, 'stamp_tree');
    }
  });

  // @attack 2.14
  it('is broken where the stamp is of another tree, of another log, false, or by a stranger', async () => {
    const stamp = await madeStamp(plain, 9, (note) => tokenOf(authority, note));
    const other = await madeStamp(plain, 10, (note) => tokenOf(authority, note));
    const forked = { ...plain, leaves: plain.leaves.with(3, 'another entry') };
    const forkedStamp = await madeStamp(forked, 9, (note) => tokenOf(authority, note));
    const strange = await madeStamp(plain, 9, (note) => tokenOf(authority, note), newSigner());
    const flipped = Buffer.from(stamp.token, 'base64');
    flipped[flipped.length - 5] = (flipped[flipped.length - 5] ?? 0) ^ 1;
    const cases = [
      ['stamp', { ...stamp, token: other.token }],
      ['stamp', { ...stamp, token: flipped.toString('base64') }],
      ['stamp', { ...stamp, token: '' }],
      ['stamp', { ...stamp, token: 'A'.repeat(200_000) }],
      ['stamp_tree', { ...stamp, proof: other.proof }],
      ['stamp_tree', { ...stamp, proof: [] }],
      ['stamp_tree', { ...stamp, note: other.note }],
      ['stamp_tree', { ...stamp, note: 'none' }],
      ['stamp_tree', forkedStamp],
      ['stamp_tree', strange],
    ] as const;
    for (const [rule, each] of cases) {
      const { file } = makeRecord(30, { ...known, stamp: each });
      const verdict = await verify(file, { trusted: [log.key] });
      assert.equal(
        verdict.kind === 'broken' && verdict.rule,
        rule,
        JSON.stringify(each).slice(0, 80),
      );
    }
    const { file } = makeRecord(30, { ...known, stamp });
    const stranger = readCertificates(newAuthority(join(folder, 'three')).rootPem);
    const verdict = await verify(file, { trusted: [log.key], authorities: stranger });
    assert.equal(verdict.kind === 'broken' && verdict.rule, 'authority');
  });

  // @attack 2.15
  it('is found in every byte of its header, so that nobody can take the stamp away or exchange it', async () => {
    const stamp = await madeStamp(plain, 9, (note) => tokenOf(authority, note));
    const { file } = makeRecord(2, { ...known });
    const small = makeRecord(2, { ...known });
    const own = await madeStamp(small, 1, (note) => tokenOf(authority, note));
    const stamped = makeRecord(2, { ...known, stamp: own }).file;
    assert.equal((await verify(stamped, { trusted: [log.key] })).kind, 'verified');
    const header = stamped.indexOf('\n');
    for (let at = 0; at < header; at += 1) {
      const changed = Buffer.from(stamped);
      changed[at] = (stamped[at] ?? 0) ^ 1;
      assert.equal((await verify(changed, { trusted: [log.key] })).kind, 'broken', `byte ${at}`);
    }
    const without = stamped.toString().replace(/"stamp":\{.*?\},"v"/, '"v"');
    assert.equal((await verify(Buffer.from(without), { trusted: [log.key] })).kind, 'broken');
    const text = JSON.stringify({ note: stamp.note, proof: stamp.proof, token: stamp.token });
    const added = file.toString().replace(',"v":2}', `,"stamp":${text},"v":2}`);
    assert.equal((await verify(Buffer.from(added), { trusted: [log.key] })).kind, 'broken');
  });

  // @attack 2.17
  it('counts entries that bear a later time than the stamp that they existed at', async () => {
    const startsAt = Date.now() - 10 * 3_600_000;
    const late = makeRecord(30, { ...known, startsAt });
    const size = late.leaves.length;
    const stamp = await madeStamp(late, size, (note) => tokenOf(authority, note));
    const { file } = makeRecord(30, { ...known, startsAt, stamp });
    const verdict = await verify(file, { trusted: [log.key], authorities });
    assert.equal(verdict.kind !== 'broken' && verdict.unchecked.ahead, 19);
  });
});
