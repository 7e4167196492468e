import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { UPDATE_MANIFEST_MAX } from '@quorate/contract/desktop-update';
import type { UpdateState } from '../contract/update.ts';
import { signManifest } from './manifest.ts';
import { installerOf } from './testing/install-stage.ts';
import { inBase64, signedUpdateOf, updateKeyPair } from './testing/update-service.ts';
import { NOW, updateStage } from './testing/update-stage.ts';

type Stage = Awaited<ReturnType<typeof updateStage>>;

/** Looks for the update that a stage offers, and shows that nothing of it was run, unpacked or switched to. */
async function refusalOf(
  t: TestContext,
  tamper: (stage: Stage) => void,
): Promise<UpdateState & Stage> {
  const stage = await updateStage(t);
  tamper(stage);
  const updates = stage.open();
  await updates.check();
  const state = updates.state();
  assert.notEqual(state.kind, 'waiting');
  await assert.rejects(updates.install(), { code: 'no_update' });
  assert.deepEqual(stage.world.unpacked, []);
  assert.deepEqual(stage.world.started, []);
  assert.equal(stage.readIni()?.current, '1.2.3');
  assert.deepEqual(readdirSync(join(stage.installFolder, 'versions')), ['1.2.3']);
  return { ...stage, ...state };
}

const bytesOf = (text: string) => Buffer.from(text, 'base64');

describe('a tampered update', () => {
  // @promise 6.3
  it('that is signed with another key is refused', async (t) => {
    const { kind, message, service } = await refusalOf(t, ({ service, installer }) => {
      service.update = signedUpdateOf(updateKeyPair().privateKey, installer);
    });
    assert.equal(kind, 'refused');
    assert.match(message ?? '', /not signed with the key of this app/);
    assert.equal(service.seen.length, 1, 'its installer is not even asked for');
  });

  it('whose manifest was changed after it was signed is refused', async (t) => {
    const { kind, message } = await refusalOf(t, ({ service, privateKey, installer }) => {
      const { manifest, signature } = signedUpdateOf(privateKey, installer);
      const changed = bytesOf(manifest).toString().replace('1.3.0', '9.3.0');
      service.update = inBase64(Buffer.from(changed), bytesOf(signature));
    });
    assert.equal(kind, 'refused');
    assert.match(message ?? '', /not signed/);
  });

  it('whose manifest says the same in other bytes is refused', async (t) => {
    const { kind } = await refusalOf(t, ({ service, privateKey, installer }) => {
      const { manifest, signature } = signedUpdateOf(privateKey, installer);
      service.update = inBase64(
        Buffer.concat([bytesOf(manifest), Buffer.from('\n')]),
        bytesOf(signature),
      );
    });
    assert.equal(kind, 'refused');
  });

  // @promise 6.3
  it('whose file was changed without a change of its size is refused and removed', async (t) => {
    const { kind, message, dataDir } = await refusalOf(t, ({ service, installer }) => {
      const changed = Buffer.from(installer);
      changed.write('X', changed.length - 10);
      service.installer = changed;
    });
    assert.equal(kind, 'refused');
    assert.match(message ?? '', /SHA-512 differs/);
    assert.deepEqual(readdirSync(join(dataDir, 'updates')), ['records.json']);
  });

  it('whose file was cut short, or made longer, is refused', async (t) => {
    for (const content of [
      (b: Buffer) => b.subarray(0, -1),
      (b: Buffer) => Buffer.concat([b, b]),
    ]) {
      const { kind, message } = await refusalOf(t, ({ service, installer }) => {
        service.installer = content(installer);
      });
      assert.equal(kind, 'refused');
      assert.match(message ?? '', /bytes, and the manifest of 1\.3\.0 names/);
    }
  });

  it('whose file is longer without saying so is cut off and refused', async (t) => {
    const { kind, message } = await refusalOf(t, ({ service, installer }) => {
      service.answer = (_request, response) => {
        response.writeHead(200, { etag: '"x"' });
        response.write(installer);
        response.end('and more');
      };
    });
    assert.equal(kind, 'refused');
    assert.match(message ?? '', /sends more than/);
  });

  // @promise 6.3
  it('to an older version is refused', async (t) => {
    const { kind, version, message } = await refusalOf(t, (stage) =>
      stage.offer({ version: '1.2.2' }),
    );
    assert.deepEqual([kind, version], ['refused', '1.2.2']);
    assert.match(message ?? '', /older than 1\.2\.3, which runs here\. A downgrade is not taken\./);
  });

  it('of the same version is none, whatever its bytes are', async (t) => {
    const { kind } = await refusalOf(t, (stage) =>
      stage.offer({ version: '1.2.3' }, installerOf('1.2.3', { extra: 'x' })),
    );
    assert.equal(kind, 'current');
  });

  it('whose manifest has run out is refused, also where it names the version that runs', async (t) => {
    for (const version of ['1.2.3', '1.3.0']) {
      const stillGood = await updateStage(t);
      stillGood.offer({ version, expires_at: new Date(NOW + 1).toISOString() });
      const updates = stillGood.open();
      await updates.check();
      assert.notEqual(updates.state().kind, 'refused');

      const { kind, message } = await refusalOf(t, (stage) =>
        stage.offer({ version, expires_at: new Date(NOW).toISOString() }),
      );
      assert.equal(kind, 'refused');
      assert.match(message ?? '', /good until 2026-11-22\. A newer version may be held back/);
    }
  });

  it('whose manifest names no end is refused', async (t) => {
    const { kind, message } = await refusalOf(t, ({ service, privateKey, installer }) => {
      const { manifest } = signedUpdateOf(privateKey, installer);
      const { expires_at, ...rest } = JSON.parse(bytesOf(manifest).toString());
      const bytes = Buffer.from(JSON.stringify(rest));
      service.update = inBase64(bytes, signManifest(bytes, privateKey));
    });
    assert.equal(kind, 'refused');
    assert.match(message ?? '', /no manifest that this version reads \(expires_at\)/);
  });

  it('for another product, or another platform, is refused', async (t) => {
    for (const change of [{ product: 'other-desktop' }, { platform: 'linux-x64' }]) {
      const { kind, message } = await refusalOf(t, (stage) => stage.offer(change));
      assert.equal(kind, 'refused');
      assert.match(message ?? '', /not for quorate-desktop on win32-x64/);
    }
  });

  // @promise 6.3
  it('without a signature, or with half of one, does nothing', async (t) => {
    for (const signature of [undefined, '', 'AAAA', 'A'.repeat(86)]) {
      const { kind } = await refusalOf(t, ({ service, privateKey, installer }) => {
        service.update = { ...signedUpdateOf(privateKey, installer), signature };
      });
      assert.ok(kind === 'refused' || kind === 'failed', kind);
    }
  });

  it('whose manifest is too large does nothing, though it is signed', async (t) => {
    const { kind } = await refusalOf(t, ({ service, privateKey, installer }) => {
      const { manifest } = signedUpdateOf(privateKey, installer);
      const large = Buffer.concat([bytesOf(manifest), Buffer.alloc(UPDATE_MANIFEST_MAX, ' ')]);
      service.update = inBase64(large, signManifest(large, privateKey));
    });
    assert.ok(kind === 'refused' || kind === 'failed', kind);
  });

  it('whose manifest is signed and is no manifest is refused', async (t) => {
    for (const text of ['', 'null', '[]', '{"format":2}', '{"format":1,"version":"../1.3.0"}']) {
      const { kind } = await refusalOf(t, ({ service, privateKey }) => {
        const bytes = Buffer.from(text);
        service.update = inBase64(bytes, signManifest(bytes, privateKey));
      });
      assert.ok(kind === 'refused' || kind === 'failed', `${kind} for ${text}`);
    }
  });

  it('that is an old manifest once more is refused, after a restart as well', async (t) => {
    const stage = await updateStage(t);
    stage.offer(
      { version: '1.4.0', released_at: '2026-11-21T00:00:00.000Z' },
      installerOf('1.4.0'),
    );
    const before = stage.open();
    await before.check();
    assert.equal(before.state().kind, 'waiting');
    await before.close();
    const updates = stage.open();
    const replays = [
      { version: '1.3.9', released_at: '2026-11-22T00:00:00.000Z' },
      // A build of the same version that was replaced since.
      { version: '1.4.0', released_at: '2026-11-20T00:00:00.000Z' },
    ];
    for (const replay of replays) {
      stage.offer(replay);
      await updates.check();
      assert.equal(updates.state().kind, 'refused');
      assert.match(updates.state().message ?? '', /older than 1\.4\.0 of 2026-11-21/);
    }
  });

  it('that cannot be put in over this version says to use the installer', async (t) => {
    const { kind, message } = await refusalOf(t, (stage) =>
      stage.offer({ minimum_version: '1.2.4' }),
    );
    assert.equal(kind, 'refused');
    assert.match(message ?? '', /only from 1\.2\.4 on\. Download the installer from the site/);
  });
});

describe('an update that nobody touched', () => {
  it('is taken with the first key and with a second that takes over from it', async (t) => {
    const next = updateKeyPair();
    const { deps, ...stage } = await updateStage(t);
    const updateKey = `${deps.facts.updateKey}, ${next.updateKey}`;
    const updates = stage.open({ facts: { ...deps.facts, updateKey } });
    await updates.check();
    assert.equal(updates.state().kind, 'waiting');
    stage.service.update = signedUpdateOf(next.privateKey, stage.installer, { version: '1.3.0' });
    await updates.check();
    assert.equal(updates.state().kind, 'waiting');
  });
});
