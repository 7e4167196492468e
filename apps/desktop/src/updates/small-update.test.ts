import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { installerOf, putVersion } from './testing/install-stage.ts';
import { until, updateStage } from './testing/update-stage.ts';
import { faultOfVersion, PROGRAM, versionFolder } from './version-files.ts';

const NODE = 'node-26.10.0-0123456789ab';
const OLD_NODE = 'node-26.9.0-0123456789ab';
const note = (folder: string) => ({ 'node.json': JSON.stringify({ folder }) });

/** An installed app with Node beside it, and a release whose installer holds the version as a part of it. */
async function stage(t: TestContext) {
  const all = await updateStage(t);
  const { installFolder, offer, service } = all;
  const own = { [PROGRAM]: 'program 1.2.3', ...note(NODE) };
  putVersion(installFolder, '1.2.3', own);
  putVersion(installFolder, NODE, { 'node.exe': 'Node' });
  const part = installerOf('1.3.0', note(NODE));
  const whole = Buffer.from(
    `{"part":${String(part)},"version":"1.3.0","files":${JSON.stringify({ [PROGRAM]: 'whole', ...note(NODE) })}}`,
  );
  const offset = whole.indexOf(part);
  const sha512 = createHash('sha512').update(part).digest('hex');
  offer({ without_node: { node: NODE, offset, size: part.length, sha512 } }, whole);
  const program = () => readFileSync(join(versionFolder(installFolder, '1.3.0'), PROGRAM), 'utf8');
  const ranges = () =>
    service.seen
      .filter(({ path }) => path === downloadDesktopInstaller.path)
      .map(({ range }) => range);
  const node = join(versionFolder(installFolder, NODE), 'node.exe');
  const range = `bytes=${offset}-${offset + part.length - 1}`;
  return { ...all, part, whole, offset, program, ranges, range, node };
}

describe('an update to a version whose Node is there', () => {
  it('brings the part of the installer that lacks it, and nothing else', async (t) => {
    const { open, program, ranges, range, installFolder } = await stage(t);
    const updates = open();
    await updates.check();
    assert.equal(updates.state().kind, 'waiting');
    assert.deepEqual(ranges(), [range]);
    assert.equal(program(), 'program 1.3.0');
    assert.equal(await faultOfVersion(installFolder, '1.3.0'), null);
  });

  it('goes on where it broke off', async (t) => {
    const { open, part, offset, service, ranges, range, whole } = await stage(t);
    service.answer = (_request, response) => {
      const etag = `"${createHash('sha256').update(whole).digest('hex')}"`;
      const last = offset + part.length - 1;
      const contentRange = `bytes ${offset}-${last}/${whole.length}`;
      response.writeHead(206, { etag, 'content-range': contentRange });
      response.write(part.subarray(0, 10), () => setTimeout(() => response.destroy(), 20));
    };
    const updates = open();
    await updates.check();
    assert.equal(updates.state().kind, 'failed');
    service.answer = null;
    await updates.check();
    assert.equal(updates.state().kind, 'waiting');
    assert.deepEqual(ranges(), [range, `bytes=${offset + 10}-${offset + part.length - 1}`]);
  });

  for (const [what, sendsParts] of [
    ['a proxy sends no parts', false],
    ['the part is another', true],
  ] as const)
    it(`brings the whole installer where ${what}`, async (t) => {
      const { open, program, ranges, range, service, whole, offset, part } = await stage(t);
      service.answer = (request, response) => {
        if (!sendsParts || request.headers.range === undefined) return void response.end(whole);
        const contentRange = `bytes ${offset}-${offset + part.length - 1}/${whole.length}`;
        response.writeHead(206, { 'content-range': contentRange });
        response.end(Buffer.alloc(part.length));
      };
      const updates = open();
      await updates.check();
      assert.equal(updates.state().kind, 'waiting', updates.state().message ?? '');
      assert.deepEqual(ranges(), [range, undefined]);
      assert.equal(program(), 'whole');
    });

  for (const [what, spoil] of [
    ['damaged', (file: string) => writeFileSync(file, 'nODE')],
    ['cut short', (file: string) => writeFileSync(file, '')],
  ] as const)
    it(`brings the whole installer where that Node is ${what}, and makes room for a good one`, async (t) => {
      const { open, ranges, node, deps, world } = await stage(t);
      spoil(node);
      const { programs } = deps;
      const updates = open({
        programs: {
          ...programs,
          extract(file, folder) {
            assert.ok(!existsSync(node), 'an installer leaves a Node that is there as it is');
            putVersion(folder, NODE, { 'node.exe': 'Node' });
            return programs.extract(file, folder);
          },
        },
      });
      await updates.check();
      assert.deepEqual(ranges(), [undefined]);
      assert.equal(updates.state().kind, 'waiting', world.lines.join('\n'));
    });

  it('is not switched to when its Node is damaged after it was unpacked', async (t) => {
    const { open, node, readIni, world } = await stage(t);
    const updates = open();
    await updates.check();
    writeFileSync(node, 'nODE');
    await updates.install();
    await until(() => updates.state().kind === 'failed');
    assert.equal(readIni()?.current, '1.2.3');
    assert.deepEqual(world.started, []);
  });
});

it('a Node goes with the last version that needs it, and no other', async (t) => {
  const { open, installFolder, ini } = await updateStage(t);
  const at = (name: string) => existsSync(versionFolder(installFolder, name));
  putVersion(installFolder, '1.2.3', { [PROGRAM]: 'program', ...note(NODE) });
  putVersion(installFolder, '1.2.2', { [PROGRAM]: 'program', ...note(OLD_NODE) });
  putVersion(installFolder, NODE, { 'node.exe': 'Node' });
  putVersion(installFolder, OLD_NODE, { 'node.exe': 'older' });
  putVersion(installFolder, 'node-18', { 'node.exe': 'of somebody else' });
  ini({ previous: '1.2.2' });
  open().cameUp();
  assert.deepEqual([at(NODE), at(OLD_NODE), at('1.2.2')], [true, true, true]);
  ini();
  open().cameUp();
  assert.deepEqual([at(NODE), at(OLD_NODE), at('1.2.2')], [true, false, false]);
  assert.ok(at('node-18'));
});
