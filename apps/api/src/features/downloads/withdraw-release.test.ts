import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { listAdminReleases, withdrawRelease } from '@quorate/contract/admin-releases';
import { getDesktopRelease } from '@quorate/contract/downloads';
import { notedActions, REASON, signedInOperator } from '../../../test/helpers/operator.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { releasesFolder } from './testing/published-release.ts';

async function start(t: TestContext) {
  const folder = await releasesFolder(t);
  await folder.publish('the older one', { version: '1.2.3' });
  await folder.publish('the newer one', { version: '1.10.0' });
  const service = await startTestService(t, { releasesDir: folder.releasesDir });
  const { token } = await signedInOperator(service);
  const list = async () =>
    (await service.call(listAdminReleases, {}, token)).releases.map(
      ({ version, state }) => `${version} ${state}`,
    );
  const body = { reason: REASON };
  const withdraw = (version: string) =>
    service.call(withdrawRelease, { params: { version }, body }, token);
  const refuse = (version: string) =>
    service.fail(withdrawRelease, { params: { version }, body }, token);
  const offered = async () =>
    (await service.call(getDesktopRelease, {}, token)).release?.version ?? null;
  return { ...folder, service, token, list, withdraw, refuse, offered };
}

describe('releases of the desktop app', () => {
  it('are listed newest first, and say which one is offered', async (t) => {
    const { service, token, list } = await start(t);
    assert.deepEqual(await list(), ['1.10.0 offered', '1.2.3 older']);
    const { releases } = await service.call(listAdminReleases, {}, token);
    assert.deepEqual([releases[0]?.size, releases[0]?.signed], [13, false]);
    assert.match(releases[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
  });

  it('the newest can be withdrawn: the one before it is offered at once', async (t) => {
    const { service, list, withdraw, offered } = await start(t);
    await withdraw('1.10.0');
    assert.equal(await offered(), '1.2.3');
    assert.deepEqual(await list(), ['1.10.0 withdrawn', '1.2.3 offered']);
    await withdraw('1.2.3');
    assert.equal(await offered(), null);
    const noted = await notedActions(service, 'release_withdrawn');
    assert.deepEqual(
      noted.map(({ subject_id, details }) => [subject_id, details]),
      [
        ['1.10.0', { reason: REASON }],
        ['1.2.3', { reason: REASON }],
      ],
    );
  });

  it('asked for twenty times at once, one is withdrawn, and the one before it stays', async (t) => {
    const { service, list, withdraw } = await start(t);
    await Promise.all(Array.from({ length: 20 }, () => withdraw('1.10.0')));
    assert.deepEqual(await list(), ['1.10.0 withdrawn', '1.2.3 offered']);
    assert.equal((await notedActions(service)).length, 1);
  });

  it('one that is not the newest, or not there, is not withdrawn', async (t) => {
    const { service, list, refuse } = await start(t);
    const older = await refuse('1.2.3');
    assert.deepEqual([older.status, older.code], [409, 'release_not_newest']);
    assert.match(older.message, /that is 1\.10\.0, not 1\.2\.3/);
    assert.deepEqual((await refuse('9.9.9')).code, 'record_unknown');
    assert.equal((await refuse('../../etc/passwd')).code, 'validation_failed');
    assert.deepEqual(await list(), ['1.10.0 offered', '1.2.3 older']);
    assert.deepEqual(await notedActions(service), []);
  });

  it('one that was withdrawn can be published again', async (t) => {
    const { list, withdraw, publish } = await start(t);
    await withdraw('1.10.0');
    await publish('the newer one, mended', { version: '1.10.0' });
    assert.deepEqual(await list(), ['1.10.0 offered', '1.2.3 older']);
  });

  it('one whose manifest or file is not what was published is shown as broken', async (t) => {
    const { list, releasesDir, publish } = await start(t);
    const release = await publish('a third', { version: '2.0.0' });
    await rm(join(releasesDir, release.stored_as));
    await writeFile(join(releasesDir, '1.10.0.json'), '{');
    assert.deepEqual(await list(), ['2.0.0 broken', '1.10.0 broken', '1.2.3 offered']);
  });

  it('stays on offer when the withdrawal cannot be saved', async (t) => {
    const { service, list, refuse } = await start(t);
    await service.db.schema
      .alterTable('operator_actions')
      .renameTo('operator_actions_elsewhere')
      .execute();
    assert.equal((await refuse('1.10.0')).status, 500);
    assert.deepEqual(await list(), ['1.10.0 offered', '1.2.3 older']);
  });
});
