import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { hasOpenssl, madeStamp, newAuthority, tokenOf } from '@quorate/record/testing/authority';
import { madeLog } from '@quorate/record/testing/made-log';
import { makeRecord, newSigner } from '@quorate/record/testing/made-record';
import { verifierKeyText } from '@quorate/tlog/note';
import { fromRoot } from '../root.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-record-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const made = makeRecord(40);
const key = verifierKeyText(made.log.key);

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return name;
}
write('record.jsonl', made.file);
write('key.txt', `${key}\n`);

const PROGRAM = 'tools/verify-ledger.ts';
const env = { ...process.env, INIT_CWD: folder, XDG_CONFIG_HOME: join(folder, 'config') };

/** May read files, and neither write, nor start a program, nor use the network. */
function run(...words: string[]) {
  const alone = ['--permission', '--allow-fs-read=*'];
  const args = [...alone, fromRoot(PROGRAM), ...words];
  return spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
}

/** May also write what it remembers. */
function runRemembering(...words: string[]) {
  const args = [fromRoot(PROGRAM), ...words];
  return spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
}

describe('npm run verify-ledger with a record', () => {
  it('verifies it with the key, as text and as a file, and says what it holds', () => {
    for (const given of [key, 'key.txt']) {
      const { status, stdout, stderr } = run('record.jsonl', '--key', given);
      assert.deepEqual([status, stderr], [0, ''], given);
      assert.match(stdout, /^VERIFIED {2}record\.jsonl\n/);
      assert.match(stdout, /\n {2}entries +40: 26 of 01890000-.+, 14 of 01890000-/);
      assert.match(stdout, /\n {2}unchecked +\d+ worth\n/);
    }
    const witness = verifierKeyText(made.witness.key);
    const { stdout } = run('record.jsonl', '--key', key, '--witness', witness);
    assert.match(stdout, /witnesses +example\.org\/witness at 2026-03-02T/);
  });

  it('shares a large one between two threads, and finds the same', { timeout: 120_000 }, () => {
    const large = makeRecord(6_000);
    const lines = large.file.toString().split('\n');
    const at = lines.findLastIndex((line) => line.includes('"kind":"decision"')) + 1;
    const changed = lines.with(at, (lines[at] ?? '').replace('"p_up":0.', '"p_up":0.0'));
    write('large.jsonl', large.file);
    write('changed.jsonl', changed.join('\n'));
    const keyOfLarge = verifierKeyText(large.log.key);
    // The first may start no thread.
    for (const start of [run, runRemembering]) {
      const told = (file: string) => {
        const { stdout, stderr } = start(file, '--key', keyOfLarge, '--json');
        assert.equal(stderr, '');
        return JSON.parse(stdout);
      };
      const { kind, entries, unchecked } = told('large.jsonl');
      assert.deepEqual([kind, entries, Object.keys(unchecked)], ['verified', 6_000, ['worth']]);
      const { kind: found, rule, line } = told('changed.jsonl');
      assert.deepEqual([found, rule, line], ['broken', 'body', at + 1]);
    }
  });

  // @attack 2.6
  it('never says that it is verified without a key', () => {
    const { status, stdout } = run('record.jsonl');
    assert.equal(status, 2);
    assert.match(stdout, /^CONSISTENT IN ITSELF, SIGNER NOT KNOWN {2}record\.jsonl\n/);
    const forged = makeRecord(40, { log: newSigner() });
    write('forged.jsonl', forged.file);
    for (const words of [['forged.jsonl'], ['forged.jsonl', '--json']]) {
      const { status: ended, stdout: said } = run(...words);
      assert.equal(ended, 2);
      assert.doesNotMatch(said, /verified/i);
    }
    const { status: refused, stdout: why } = run('forged.jsonl', '--key', key);
    assert.equal(refused, 1);
    assert.match(
      why,
      /BROKEN .+\n {2}line 1: It is signed with quorate\.example\/log \w+, which is not the key/,
    );
  });

  it('names line, entry and rule of one that was changed, also for programs', () => {
    write('changed.jsonl', made.file.toString().replace('"action":"HOLD"', '"action":"SELL"'));
    const { status, stdout } = run('changed.jsonl', '--key', key);
    assert.equal(status, 1);
    assert.match(
      stdout,
      /BROKEN .+\n {2}line \d+, entry \d+ of the stream \w{32} \(decision\): What the entry says/,
    );
    const { kind, rule, entry } = JSON.parse(run('changed.jsonl', '--key', key, '--json').stdout);
    assert.deepEqual([kind, rule, entry.kind], ['broken', 'body', 'decision']);
  });

  // @attack 2.7
  it('believes the first key of a log, and only that one from then on', () => {
    const { status, stdout } = runRemembering('record.jsonl', '--trust-on-first-use');
    assert.equal(status, 0);
    assert.match(stdout, /The key is believed from now on/);
    assert.equal(readFileSync(join(folder, 'config/quorate/known-logs'), 'utf8'), `${key}\n`);
    assert.equal(run('record.jsonl', '--key', key).status, 0);
    write('forged.jsonl', makeRecord(40, { log: newSigner() }).file);
    const forged = runRemembering('forged.jsonl', '--trust-on-first-use');
    assert.equal(forged.status, 1);
    assert.match(forged.stdout, /not the key that you trust/);
    assert.equal(runRemembering('record.jsonl', '--trust-on-first-use').status, 0);
    write('elsewhere.jsonl', makeRecord(9, { log: newSigner('another.example/log') }).file);
    assert.equal(runRemembering('elsewhere.jsonl', '--trust-on-first-use').status, 0);
  });

  it('finds that it does not go on from an earlier file', () => {
    const log = made.log;
    write('shorter.jsonl', makeRecord(20, { log }).file);
    assert.equal(run('record.jsonl', '--key', key, '--earlier', 'shorter.jsonl').status, 0);
    const other = new Map([[4, (told: object) => ({ ...told, kind: 'bot', body: {} })]]) as never;
    write('rewritten.jsonl', makeRecord(20, { log, changes: other }).file);
    const { status, stdout } = run('record.jsonl', '--key', key, '--earlier', 'rewritten.jsonl');
    assert.equal(status, 1);
    assert.match(stdout, /the record was rewritten/);
    assert.equal(run('shorter.jsonl', '--key', key, '--earlier', 'record.jsonl').status, 1);
  });

  it('checks a stamp of time with the certificate of its authority, and says so without one', {
    skip: hasOpenssl ? false : 'openssl is not installed',
  }, async () => {
    const authority = newAuthority(join(folder, 'authority'));
    const stamp = await madeStamp(made, 9, (note) => tokenOf(authority, note));
    const { log, witness } = made;
    write('stamped.jsonl', makeRecord(40, { log, witness, stamp }).file);
    write('root.pem', authority.rootPem);
    write('other.pem', newAuthority(join(folder, 'stranger')).rootPem);
    const verified = (...words: string[]) => run('stamped.jsonl', '--key', key, ...words);
    const known = verified('--tsa', 'root.pem');
    assert.equal(known.status, 0, known.stderr);
    assert.match(
      known.stdout,
      /\n {2}stamp +by Example Time Authority at 20\S+Z: the first 9 entries of the log existed then\n/,
    );
    const nobody = verified();
    assert.equal(nobody.status, 0);
    assert.match(nobody.stdout, /stamp +said to be by .+\n.+give the authority's certificate/);
    const stranger = verified('--tsa', 'other.pem');
    assert.equal(stranger.status, 1);
    assert.match(stranger.stdout, /is not one that you trust: Example Time Authority/);
    for (const file of ['key.txt', 'nowhere.pem']) assert.equal(verified('--tsa', file).status, 3);
    assert.match(run('record.jsonl', '--key', key).stdout, /stamp +none is in the file/);
  });

  it('ends with 3 for what it cannot read', () => {
    for (const words of [
      [],
      ['record.jsonl', 'key.txt'],
      ['nowhere.jsonl'],
      ['record.jsonl', '--key', 'nowhere'],
      ['record.jsonl', '--colour'],
    ])
      assert.equal(run(...words).status, 3, words.join(' '));
  });
});

describe('npm run verify-ledger with a log', () => {
  async function served(t: TestContext, files: ReadonlyMap<string, Uint8Array>) {
    const server = createServer((request, response) => {
      const file = files.get((request.url ?? '').replace('/log/', ''));
      response.statusCode = file ? 200 : 404;
      response.end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`;
  }
  /** The server answers from this process: it must not wait for the other one. */
  async function ask(...words: string[]) {
    const child = spawn(process.execPath, [fromRoot('tools/verify-ledger.ts'), ...words], {
      cwd: folder,
      env,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    const status = await new Promise((resolve) => child.once('close', resolve));
    return { status, said };
  }

  it('reads every entry, and finds a file in it', async (t) => {
    const log = await served(t, madeLog(made.log, [...made.leaves, 'one more', 'and one']));
    const whole = await ask('--log', log, '--key', key);
    assert.deepEqual([whole.status, whole.said.split('\n')[0]], [0, `VERIFIED  ${log}`]);
    const file = await ask('record.jsonl', '--key', key, '--log', log);
    assert.equal(file.status, 0, file.said);
    assert.match(file.said, new RegExp(`begins with the ${made.leaves.length} of the file`));
  });

  // @attack 2.4
  it('finds entries that the service left out of a file, and signed so, by reading the whole log', async (t) => {
    const { log: signer } = made;
    const short = makeRecord(40, { log: signer, leftOut: 3 });
    write('short.jsonl', short.file);
    const log = await served(t, madeLog(signer, [...short.leaves, 'one more']));
    const words = ['short.jsonl', '--key', key, '--log', log];
    assert.equal((await ask(...words)).status, 0, 'by the file alone nobody can tell');
    const { status, said } = await ask(...words, '--complete');
    assert.equal(status, 1, said);
    assert.match(said, /the log has 26 entries of the stream \w+ up to \d+, and the file has 24/);
    const whole = await served(t, madeLog(signer, [...made.leaves, 'one more']));
    const sound = await ask('record.jsonl', '--key', key, '--log', whole, '--complete');
    assert.equal(sound.status, 0, sound.said);
    assert.match(sound.said, /has no entry of its streams that is not in the file/);
    assert.equal((await ask('record.jsonl', '--key', key, '--complete')).status, 3);
  });

  // @attack 2.10
  it('finds a log that was cut, written again, or signed by somebody else', async (t) => {
    const { leaves, log: signer } = made;
    const fork = leaves.with(3, 'another entry');
    const cases: [string, ReadonlyMap<string, Uint8Array>, RegExp][] = [
      ['cut', madeLog(signer, leaves.slice(0, -5)), /it was cut/],
      ['written again', madeLog(signer, [...fork, 'more']), /it was written again/],
      ['another key', madeLog(newSigner(), leaves), /is not signed with the key/],
      ['another entry', madeLog(signer, leaves, { served: fork }), /does not hold the hashes/],
    ];
    for (const [what, files, why] of cases) {
      const log = await served(t, files);
      const words = what === 'another entry' ? [] : ['record.jsonl'];
      const { status, said } = await ask(...words, '--key', key, '--log', log);
      assert.equal(status, 1, `${what}: ${said}`);
      assert.match(said, why, what);
    }
  });
});
