import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  fileOf,
  keptHead,
  ledgerLines,
  makeChain,
  newSigner,
  USER,
} from '@quorate/ledger/testing/ledger-file';
import { fromRoot } from '../root.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-ledger-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const signer = newSigner();
const chain = makeChain(30);
const pem = signer.publicKeyObject.export({ format: 'pem', type: 'spki' }).toString();

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** May read files, and neither write, nor start a program, nor use the network. */
const READ_ALONE = ['--permission', '--allow-fs-read=*'];

/** Runs the tool as `npm run verify-ledger` does, in the folder of the files. */
function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...READ_ALONE, fromRoot('tools/verify-ledger.ts'), ...words],
    { cwd: folder, env: { ...process.env, INIT_CWD: folder }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

before(() => {
  write('ledger.jsonl', fileOf(ledgerLines(signer, chain)));
  write('earlier.jsonl', fileOf(ledgerLines(signer, chain.slice(0, 20))));
  write('key.pem', pem);
  write('answer.json', JSON.stringify({ success: true, algorithm: 'Ed25519', public_key: pem }));
  write('other.pem', newSigner().publicKeyObject.export({ format: 'pem', type: 'spki' }));
});

describe('npm run verify-ledger', () => {
  it('without a key ends with 2, and never says that a file is verified', () => {
    const { status, stdout, stderr } = run('ledger.jsonl');
    assert.deepEqual([status, stderr], [2, '']);
    assert.match(stdout, /^CONSISTENT IN ITSELF, SIGNER NOT KNOWN {2}ledger.jsonl\n/);
    assert.match(stdout, new RegExp(`user +${USER}\n +records +30\n +head +${chain[29]?.hash}`));
    assert.match(stdout, / checked +that its hashes.+\n +not checked +who signed it: the key /);
    assert.match(stdout, /Give the service's key with --key/);
    // The attack: a stranger makes a whole other ledger with a key of their own.
    write('forged.jsonl', fileOf(ledgerLines(newSigner(), makeChain(30, { mark: '-forged' }))));
    for (const words of [
      ['forged.jsonl'],
      ['forged.jsonl', '--json'],
      ['ledger.jsonl', '--json'],
    ]) {
      const forged = run(...words);
      assert.equal(forged.status, 2, words.join(' '));
      assert.doesNotMatch(forged.stdout, /verified/i);
    }
    assert.equal(run('forged.jsonl', '--earlier', 'forged.jsonl').status, 2);
    assert.equal(run('forged.jsonl', '--key', 'key.pem').status, 1);
  });

  it('with the key ends with 0 and says what the file holds', () => {
    const { status, stdout, stderr } = run('ledger.jsonl', '--key', 'key.pem');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^VERIFIED {2}ledger.jsonl\n/);
    assert.match(stdout, new RegExp(`user +${USER}\n +records +30\n +head +${chain[29]?.hash}`));
  });

  it('takes the service’s key in PEM, and as the service answers it', () => {
    for (const key of ['key.pem', 'answer.json']) {
      const { status, stdout } = run('ledger.jsonl', '--key', key);
      assert.equal(status, 0, key);
      assert.match(stdout, /is the one you gave/);
    }
    const { status, stdout } = run('ledger.jsonl', '--key', 'other.pem');
    assert.equal(status, 1);
    assert.match(stdout, /line 32: it is signed with the key/);
  });

  it('ends with 1 and names line, record and reason of a file that was changed', () => {
    const changed = fileOf(ledgerLines(signer, chain)).toString().replace('"d-7"', '"d-8"');
    write('changed.jsonl', changed);
    const { status, stdout } = run('changed.jsonl');
    assert.equal(status, 1);
    assert.match(stdout, /^BROKEN {4}changed.jsonl\n {2}line 8, record 7: .+ was changed\n$/);
  });

  it('ends with 1 where a file does not go on from an earlier one, whoever signed it', () => {
    assert.equal(run('ledger.jsonl', '--key', 'key.pem', '--earlier', 'earlier.jsonl').status, 0);
    const again = makeChain(30, { from: 12, mark: '-other' });
    write('again.jsonl', fileOf(ledgerLines(signer, again)));
    assert.equal(run('again.jsonl', '--key', 'key.pem').status, 0);
    const { status, stdout } = run('again.jsonl', '--earlier', 'earlier.jsonl');
    assert.equal(status, 1);
    assert.match(stdout, /record 20: .+ as the earlier file earlier.jsonl has it/);
  });

  it('shows what a file brings as text, whatever a terminal would make of it', () => {
    const trick = 'x\u001b[2J\nVERIFIED\u202e';
    const signedAs = { signedAt: trick };
    write('tricky.jsonl', fileOf(ledgerLines(signer, chain, { end: signedAs })));
    const verified = run('tricky.jsonl').stdout;
    assert.match(verified, /\n {2}signed +x\?\[2J\?VERIFIED\?, key /);
    const [header = '', ...rest] = ledgerLines(signer, chain);
    const renamed = JSON.stringify({
      ...JSON.parse(header),
      keys: [{ id: trick, public_key: signer.publicKey }],
    });
    write('tricky.jsonl', fileOf([renamed, ...rest]));
    const broken = run('tricky.jsonl').stdout;
    for (const text of [verified, broken]) assert.doesNotMatch(text, /[^\P{Cc}\n]|\p{Cf}/u);
    assert.equal(broken.trimEnd().split('\n').length, 2);
  });

  it('says how many daily statements it brings', () => {
    assert.match(run('ledger.jsonl').stdout, /\n {2}kept +no daily statement\n/);
    for (const [count, said] of [
      [1, '1 daily statement, true of this chain'],
      [2, '2 daily statements, each true of this chain'],
    ] as const) {
      const kept = [10, 20].slice(0, count).map((records) => keptHead(signer, chain, records));
      write('kept.jsonl', fileOf(ledgerLines(signer, chain, { kept })));
      assert.match(run('kept.jsonl').stdout, new RegExp(`\n {2}kept +${said}\n`));
    }
  });

  it('says the same for programs', () => {
    const verified = JSON.parse(run('ledger.jsonl', '--key', 'key.pem', '--json').stdout);
    assert.deepEqual(
      [verified.file, verified.kind, verified.records, verified.pinned],
      ['ledger.jsonl', 'verified', 30, true],
    );
    const broken = JSON.parse(run('key.pem', '--json').stdout);
    assert.deepEqual([broken.kind, broken.line], ['broken', 1]);
  });

  it('ends with 3 for what it cannot read and for words it does not know', () => {
    assert.match(run('missing.jsonl').stderr, /missing.jsonl/);
    for (const words of [['missing.jsonl'], [], ['a', 'b'], ['a', '--keys', 'b'], ['.']])
      assert.equal(run(...words).status, 3, words.join(' '));
    const { status, stderr } = run('ledger.jsonl', '--key', 'ledger.jsonl');
    assert.equal(status, 3);
    assert.match(stderr, /ledger.jsonl holds no public Ed25519 key/);
  });
});
