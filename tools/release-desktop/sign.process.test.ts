import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newAuthority } from '../../packages/record/src/testing/authority.ts';
import { run } from '../run.ts';
import { MAKENSIS, missingPrograms, OSSLSIGNCODE, SOFTHSM } from './programs.ts';
import { createSigner, verifySignature } from './sign.ts';
import { makeRecorder, makeSmallRelease } from './testing/small-release.ts';
import { makeTestSigner } from './testing/test-signer.ts';
import { createWine, withoutWine } from './testing/wine.ts';

const skip = missingPrograms([MAKENSIS, OSSLSIGNCODE]).join('; ') || false;

describe('programs signed with a certificate', { skip }, () => {
  function world(t: { after(end: () => Promise<void> | void): void }) {
    const folder = mkdtempSync(join(tmpdir(), 'signed ü-'));
    t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    const at = (name: string) => join(folder, name);
    const signer = makeTestSigner(folder);
    return { folder, at, signer };
  }

  test('are verified, give the same bytes twice, and a changed byte is found', async (t) => {
    const { folder, at, signer } = world(t);
    const program = await makeRecorder(folder);
    await assert.rejects(verifySignature(program), /no signature that fits/);
    copyFileSync(program, at('twice.exe'));
    await signer.sign(program);
    await verifySignature(program);
    await signer.sign(at('twice.exe'));
    const bytes = readFileSync(program);
    assert.ok(bytes.equals(readFileSync(at('twice.exe'))), 'the two signed programs differ');
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    writeFileSync(program, bytes);
    await assert.rejects(verifySignature(program), /no signature that fits/);
  });

  test('launcher, installer and the uninstaller it leaves are signed', async (t) => {
    const { folder, at, signer } = world(t);
    const { installer: setup } = await makeSmallRelease(folder, { version: '1.0.0', signer });
    await verifySignature(setup);
    await verifySignature(at('work 1.0.0/Quorate.exe'));
    if (withoutWine) return t.diagnostic(`the uninstaller was not looked at: ${withoutWine}`);
    const wine = await createWine(folder);
    t.after(() => wine.end());
    assert.equal((await wine.run(setup, ['/S'])).code, 0);
    const installed = join(wine.home, 'AppData/Local/Programs/Quorate');
    await verifySignature(join(installed, 'uninstall.exe'));
    await verifySignature(join(installed, 'Quorate.exe'));
  });

  test('a command of the operator signs in place, and one that signs nothing is found out', async (t) => {
    const { folder, at, signer } = world(t);
    const program = await makeRecorder(folder);
    const by = (name: string, text: string) => {
      writeFileSync(at(name), `#!/bin/sh\n${text}\n`, { mode: 0o700 });
      const work = at(`${name} work`);
      mkdirSync(work);
      const key = { kind: 'command', program: at(name) } as const;
      const signing = { key, timestampUrl: null };
      return createSigner({ signing, brand: 'Quorate', url: null, signedAt: 0, work });
    };
    await assert.rejects(by('idle', 'exit 0').sign(program), /no signature that fits/);
    await assert.rejects(by('fails', 'echo no token >&2; exit 3').sign(program), /no token/);
    await by("it's the cloud", `exec "${signer.script}" "$1"`).sign(program);
    await verifySignature(program);
  });

  test('an authority stamps the time over HTTP, and one that does not answer is a failure', async (t) => {
    const { folder, at } = world(t);
    const authority = newAuthority(at('authority'));
    const asked: string[] = [];
    let isAway = false;
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      asked.push(request.headers['content-type'] ?? '');
      response.statusCode = isAway ? 503 : 200;
      response.setHeader('content-type', 'application/timestamp-reply');
      response.end(isAway ? '' : authority.answer(Buffer.concat(parts)));
    }).listen(0, '127.0.0.1');
    t.after(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const signer = makeTestSigner(folder, `http://127.0.0.1:${port}/stamp`);
    const program = await makeRecorder(folder);
    const before = readFileSync(program);

    isAway = true;
    await assert.rejects(signer.sign(program), /cannot be signed/);
    assert.ok(readFileSync(program).equals(before), 'no signature is better than one that ends');
    isAway = false;
    await signer.sign(program);
    assert.ok(asked.every((type) => type === 'application/timestamp-query'));
    const { output } = await run('osslsigncode', ['verify', '-in', program], { output: 'keep' });
    assert.match(output, /Example Time Authority/);
  });

  test('a token of PKCS#11 signs with a key that never leaves it, and a wrong PIN says so', async (t) => {
    const module = '/usr/lib/softhsm/libsofthsm2.so';
    const missing = missingPrograms([SOFTHSM]).join();
    if (missing) return t.skip(missing);
    const { folder, at } = world(t);
    const program = await makeRecorder(folder);
    const before = readFileSync(program);
    mkdirSync(at('tokens'));
    writeFileSync(at('softhsm.conf'), `directories.tokendir = ${at('tokens')}\n`);
    process.env.SOFTHSM2_CONF = at('softhsm.conf');
    t.after(() => {
      delete process.env.SOFTHSM2_CONF;
    });
    const softhsm = async (...args: readonly string[]) => {
      const { code, output } = await run('softhsm2-util', [...args], { output: 'keep' });
      assert.equal(code, 0, output);
    };
    await softhsm(
      '--init-token',
      '--free',
      '--label',
      'Tests',
      '--so-pin',
      '0000',
      '--pin',
      '1234',
    );
    const named = ['--token', 'Tests', '--label', 'sign', '--id', '01', '--pin', '1234'];
    await softhsm('--import', at('key'), ...named);
    const by = (pin: string) => {
      const work = at(`work ${pin}`);
      mkdirSync(work);
      writeFileSync(at(pin), pin);
      const uri = 'pkcs11:token=Tests;object=sign';
      const key = { kind: 'pkcs11', module, uri, certificateFile: at('crt') } as const;
      const signing = { key: { ...key, passwordFile: at(pin) }, timestampUrl: null };
      return createSigner({ signing, brand: 'Quorate', url: null, signedAt: 0, work });
    };
    await assert.rejects(by('9999').sign(program), /cannot be signed/);
    assert.ok(readFileSync(program).equals(before));
    await by('1234').sign(program);
    await verifySignature(program);
  });

  test('a wrong password says so and leaves the program as it was', async (t) => {
    const { folder, at, signer } = world(t);
    const program = await makeRecorder(folder);
    const before = readFileSync(program);
    writeFileSync(at('password'), 'wrong');
    await assert.rejects(signer.sign(program), (error: Error) => {
      assert.match(error.message, /cannot be signed/);
      assert.doesNotMatch(error.message, /ecret/);
      return true;
    });
    assert.ok(readFileSync(program).equals(before));
  });
});
