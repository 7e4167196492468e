import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { ROOT } from '../root.ts';
import { nodeOf } from './executable.ts';
import { missingPrograms, OSSLSIGNCODE } from './programs.ts';
import { expectPublisher, NODE_PUBLISHER } from './publisher.ts';
import { installParts } from './release.ts';

const skip = missingPrograms([OSSLSIGNCODE]).join('; ') || false;

describe('Node for Windows', { skip }, () => {
  let node: string;
  before(async () => {
    node = nodeOf(await installParts('windows', { root: ROOT, say: () => undefined }));
  });

  function world(t: TestContext) {
    const folder = mkdtempSync(join(tmpdir(), 'publisher ü-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const at = (name: string) => join(folder, name);
    const run = (command: string, ...args: string[]) => {
      const { status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8' });
      assert.equal(status, 0, stderr + stdout);
    };
    const unsigned = () => {
      run('osslsigncode', 'remove-signature', '-in', node, '-out', at('unsigned.exe'));
      return at('unsigned.exe');
    };
    /** Signed by somebody who calls themselves the publisher. */
    const signedByOther = () => {
      const subject = '/O=OpenJS Foundation/CN=OpenJS Foundation';
      const request =
        'req -x509 -newkey rsa:2048 -nodes -days 30 -addext extendedKeyUsage=codeSigning';
      const files = ['-keyout', at('key'), '-out', at('crt'), '-subj', subject];
      run('openssl', ...request.split(' '), ...files);
      const sign = ['sign', '-certs', at('crt'), '-key', at('key'), '-h', 'sha256'];
      run('osslsigncode', ...sign, '-in', unsigned(), '-out', at('other.exe'));
      return at('other.exe');
    };
    const judge = (file: string, publisher = NODE_PUBLISHER) =>
      expectPublisher(file, publisher, folder);
    return { at, unsigned, signedByOther, judge };
  }

  test('is taken as its publisher signed it', async (t) => {
    const { judge } = world(t);
    await judge(node);
  });

  test('is refused with one byte changed', async (t) => {
    const { at, judge } = world(t);
    copyFileSync(node, at('changed.exe'));
    const file = openSync(at('changed.exe'), 'r+');
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, 1_000_000);
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, 1_000_000);
    await assert.rejects(judge(at('changed.exe')), /not as its publisher signed it/);
  });

  test('is refused without a signature', async (t) => {
    const { unsigned, judge } = world(t);
    await assert.rejects(judge(unsigned()), /not as its publisher signed it/);
  });

  test('is refused with the signature of somebody who takes the publisher’s name', async (t) => {
    const { signedByOther, judge } = world(t);
    await assert.rejects(judge(signedByOther()), /no certificate .* is a root that is believed/);
  });

  test('is refused where another publisher is expected', async (t) => {
    const { judge } = world(t);
    const other = { ...NODE_PUBLISHER, organisation: 'OpenJS' };
    await assert.rejects(judge(node, other), /signed by .*OpenJS Foundation/s);
  });
});
