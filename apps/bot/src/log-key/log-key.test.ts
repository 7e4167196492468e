import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { keyChangeNote } from '@quorate/record/key-chain';
import { type VerifierKey, verifierKey, verifierKeyText } from '@quorate/tlog/note';
import { HOUR_MS } from '@quorate/values/instant';
import { statusText } from '../control/status-text.ts';
import { acceptLogKey, lookAtLogKey, pinnedKeyFile } from './log-key.ts';
import { runLogKey } from './run-log-key.ts';
import { watchLogKey } from './watch-log-key.ts';

const SERVICE = 'https://quorate.example:8443';
/** PKCS 8 of an Ed25519 key, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key of a log, and what signs with it. */
function signer(digit: number, name = 'quorate.example/log') {
  const seed = Buffer.concat([PKCS8, Buffer.alloc(32, digit)]);
  const secret = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const key = verifierKey(name, Uint8Array.fromBase64(x, { alphabet: 'base64url' }));
  return { key, sign: (text: string) => new Uint8Array(sign(null, Buffer.from(text), secret)) };
}
type Signer = ReturnType<typeof signer>;

const follows = (before: Signer, now: Signer, signs = before.sign) =>
  keyChangeNote(
    { at: '2026-11-01T09:00:00.000Z', before: before.key, now: now.key },
    { before: signs, now: now.sign },
  );

/** A service with one key and its changes, which can be taken away, in a data folder of its own. */
function start(t: TestContext, key: VerifierKey) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quorate-log-key-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = { key: `${verifierKeyText(key)}\n`, changes: '[]', status: 200, asked: [''] };
  service.asked = [];
  const answer: typeof fetch = async (input) => {
    const { origin, pathname } = new URL(new Request(input).url);
    service.asked.push(`${origin}${pathname}`);
    if (service.status !== 200) return new Response('', { status: service.status });
    return new Response(pathname.endsWith('/changes') ? service.changes : service.key);
  };
  const serve = (now: Signer, ...changes: string[]) => {
    service.key = verifierKeyText(now.key);
    service.changes = JSON.stringify(changes);
  };
  const deps = { fetch: answer, service: SERVICE, dataDir };
  const file = pinnedKeyFile(dataDir, SERVICE);
  const pinned = () => readFileSync(file, 'utf8').trim().split('\n').at(-1);
  return { service, serve, deps, dataDir, file, pinned, look: () => lookAtLogKey(deps) };
}

const [one, two, three] = [signer(1), signer(2), signer(3)];
const text = ({ key }: Signer) => verifierKeyText(key);

describe('the pinned key of a service’s log', () => {
  it('is pinned on first use, for each service by itself, and asked for its changes only where it differs', async (t) => {
    const { service, deps, look, pinned, dataDir } = start(t, one.key);
    assert.deepEqual(await look(), { kind: 'first', key: text(one) });
    assert.deepEqual(await look(), { kind: 'same', key: text(one) });
    assert.equal(pinned(), text(one));
    assert.deepEqual(service.asked, Array(2).fill(`${SERVICE}/.well-known/log-key`));
    const other = await lookAtLogKey({ ...deps, service: 'http://localhost:3000' });
    assert.equal(other.kind, 'first');
    assert.equal(readdirSync(join(dataDir, 'log-keys')).length, 2);
  });

  it('follows what it has signed itself: other keys, one after the other, and another name', async (t) => {
    const { serve, look, pinned } = start(t, one.key);
    await look();
    const renamed = signer(3, 'quorate.example/log2');
    serve(renamed, follows(one, two), follows(two, three), follows(three, renamed));
    assert.deepEqual(await look(), { kind: 'followed', key: text(renamed) });
    assert.equal(pinned(), text(renamed));
    assert.equal((await look()).kind, 'same');
  });

  it('stays where nothing leads to the new one: no note, one that another has signed, one of another key', async (t) => {
    const { serve, look, pinned } = start(t, one.key);
    await look();
    const changed = { kind: 'changed', pinned: text(one), served: text(two) };
    for (const notes of [
      [],
      [follows(one, two, three.sign)],
      [follows(three, two)],
      ['nonsense'],
      [follows(one, three)],
    ]) {
      serve(two, ...notes);
      assert.deepEqual(await look(), changed);
      assert.equal(pinned(), text(one));
    }
    serve(one);
    assert.equal((await look()).kind, 'same');
  });

  it('says nothing where the service is away, has no log, or answers something else', async (t) => {
    const { service, serve, look, pinned, file } = start(t, one.key);
    service.status = 404;
    assert.equal((await look()).kind, 'unknown');
    service.status = 200;
    await look();
    for (const answer of ['', 'no key', `${text(two)}x`, 'x'.repeat(300_000)]) {
      service.key = answer;
      assert.equal((await look()).kind, 'unknown', answer.slice(0, 20));
    }
    serve(two);
    service.changes = '{"keys":1}';
    assert.equal((await look()).kind, 'unknown');
    assert.equal(pinned(), text(one));
    // A file that somebody has spoiled is no first use.
    writeFileSync(file, 'spoiled\n');
    const spoiled = await look();
    assert.match(spoiled.kind === 'unknown' ? spoiled.why : '', /holds a line that is no key/);
  });
});

describe('a run', () => {
  it('warns once for each key, goes on, and is quiet again once the key was accepted', async (t) => {
    const { serve, deps, dataDir } = start(t, one.key);
    const lines: string[] = [];
    let hourly = () => {};
    let waits = Promise.withResolvers<void>();
    const timers = {
      after(ms: number, run: () => void) {
        assert.equal(ms, HOUR_MS);
        hourly = run;
        waits.resolve();
        return () => {};
      },
    };
    const nextHour = async () => {
      await waits.promise;
      waits = Promise.withResolvers<void>();
      hourly();
      await waits.promise;
    };
    const watch = watchLogKey({ ...deps, timers, notify: (line) => lines.push(line) });
    t.after(() => watch.end());
    await waits.promise;
    assert.deepEqual([lines, watch.changed()], [[], null]);
    serve(two);
    await nextHour();
    assert.match(lines[0] ?? '', /^WARNING: https:\/\/quorate\.example:8443 signs its public log/);
    assert.match(lines.join('\n'), /Positions are managed as before/);
    assert.deepEqual(watch.changed(), { pinned: text(one), served: text(two) });
    const told = lines.length;
    await nextHour();
    assert.equal(lines.length, told, 'once is enough');
    serve(three);
    await nextHour();
    assert.equal(lines.length, told * 2);
    acceptLogKey(dataDir, SERVICE, text(three));
    await nextHour();
    assert.equal(watch.changed(), null);
  });

  it('has the warning in its status, before everything else of the account', () => {
    const status = {
      connected: true,
      halted: false,
      limits: null,
      account: { login: '1', server: 'S', trade_mode: 'demo' },
      currency: 'USD',
      balance: 1,
      equity: 1,
      positions: [],
      unsettled_orders: [],
    };
    const profile = { configuration_name: 'Main' } as Parameters<typeof statusText>[0];
    const changed = { pinned: text(one), served: text(two) };
    const said = statusText(profile, { ...status, log_key_changed: changed });
    assert.match(said, /WARNING +the key of the public log has changed[\s\S]*pinned[\s\S]*account/);
    assert.doesNotMatch(statusText(profile, { ...status, log_key_changed: null }), /WARNING/);
  });
});

describe('the command log-key', () => {
  it('shows the key, warns, and accepts only the key that signs now', async (t) => {
    const { serve, service, deps, dataDir } = start(t, one.key);
    let out = '';
    const output = {
      out(said: string) {
        out += said;
      },
      line() {},
    };
    const run = async (accept: string | null = null, json = false) => {
      out = '';
      const options = { service: SERVICE, dataDir, accept, json };
      const code = await runLogKey({ output, fetch: deps.fetch } as never, options);
      return { code, out };
    };
    assert.match((await run()).out, /is pinned from now on: quorate\.example\/log\+/);
    assert.match((await run()).out, /is the pinned one/);
    serve(two);
    assert.match((await run()).out, /^WARNING/);
    await assert.rejects(run(text(three)), /is not signed with that key/);
    assert.match((await run()).out, /^WARNING/);
    assert.match((await run(text(two))).out, /is the pinned one/);
    assert.deepEqual(JSON.parse((await run(null, true)).out), {
      service: SERVICE,
      kind: 'same',
      key: text(two),
    });
    service.status = 503;
    await assert.rejects(run(), /cannot be read: .* answered 503/);
  });
});
