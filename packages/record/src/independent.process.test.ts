import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DAMAGES, seeded } from '@quorate/ledger/testing/damage';
import { verifierKeyText } from '@quorate/tlog/note';
import { hasOpenssl, madeStamp, newAuthority, tokenOf } from './testing/authority.ts';
import { makeRecord, newSigner } from './testing/made-record.ts';
import { createRecordVerifier } from './verify-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-independent-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = join(import.meta.dirname, 'testing/verify_record.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What a verifier in another language says, which was written from the description of the file and the standards alone. */
function ask(key: string, files: readonly Buffer[]): string[] {
  const names = files.map((file, at) => {
    writeFileSync(join(folder, `${at}`), file);
    return join(folder, `${at}`);
  });
  const { stdout, stderr } = spawnSync('python3', [SCRIPT, key, ...names], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}

describe('a verifier that shares nothing with ours', {
  skip: hasPython ? false : 'python3 is not installed',
}, () => {
  const { file, log } = makeRecord(40);
  const key = verifierKeyText(log.key);

  it('verifies a record, opened or not, whole or not', () => {
    const published = () => ({ v: 1, name: 'cleo' });
    const others = [
      { opened: false },
      { whole: false },
      { opened: false, whole: false },
      { opened: false, published },
    ].map((options) => makeRecord(40, { log, ...options }).file);
    const none = makeRecord(0, { log }).file;
    const said = ask(key, [file, ...others, none]).map((line) =>
      line.split(' ').slice(0, 2).join(' '),
    );
    assert.deepEqual(said, [...Array.from({ length: 5 }, () => 'verified 40'), 'verified 0']);
    assert.match(ask(verifierKeyText(newSigner().key), [file])[0] ?? '', /^broken/);
  });

  /** None where there is no OpenSSL, which stamps them. */
  async function stampedFiles(): Promise<Buffer[]> {
    if (!hasOpenssl) return [];
    const authority = newAuthority(join(folder, 'authority'));
    const plain = makeRecord(40, { log });
    const { witness } = plain;
    return Promise.all(
      [0, 1, 33, plain.leaves.length].map(async (size) => {
        const stamp = await madeStamp(plain, size, (note) => tokenOf(authority, note));
        return makeRecord(40, { log, witness, stamp }).file;
      }),
    );
  }

  it('verifies a stamped record, and none that is stamped otherwise', {
    skip: hasOpenssl ? false : 'openssl is not installed',
  }, async () => {
    const files = await stampedFiles();
    for (const line of ask(key, files)) assert.match(line, /^verified 40 /);
    const plain = makeRecord(40, { log });
    const authority = newAuthority(join(folder, 'other'));
    const stamp = await madeStamp(plain, 9, (note) => tokenOf(authority, note));
    const of = (size: number) => madeStamp(plain, size, (note) => tokenOf(authority, note));
    const strange = await madeStamp(plain, 9, (note) => tokenOf(authority, note), newSigner());
    const wrong = [
      { ...stamp, token: (await of(8)).token },
      { ...stamp, proof: (await of(8)).proof },
      strange,
    ].map((each) => makeRecord(40, { log, witness: plain.witness, stamp: each }).file);
    for (const line of ask(key, wrong)) assert.match(line, /^broken Broken\(.*stamp/);
  });

  // @attack 2.3
  it('says of changed files what ours says, with a stamp and without', async () => {
    const random = seeded(77);
    const damaged: Buffer[] = [];
    const published = () => ({ v: 1, name: 'cleo' });
    const { file: shown } = makeRecord(12, { log, published });
    for (const each of [file, shown, ...(await stampedFiles())])
      for (const damage of Object.values(DAMAGES))
        for (let turn = 0; turn < 12; turn += 1) damaged.push(damage(each, random));
    damaged.push(Buffer.from(shown.toString().replace('cleo', 'clea')));
    const theirs = ask(key, damaged);
    for (const [at, each] of damaged.entries()) {
      const verifier = createRecordVerifier({ trusted: [log.key], meaning: false });
      verifier.push(each);
      const ours = (await verifier.end()).kind;
      const said = theirs[at] ?? '';
      assert.equal(said.split(' ')[0], ours, said);
    }
  });
});
