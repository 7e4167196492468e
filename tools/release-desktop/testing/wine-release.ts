import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from '../../ensure-built.ts';
import { oneAtATime } from '../../one-at-a-time.ts';
import { ROOT } from '../../root.ts';
import { type BuiltInstaller, buildInstaller } from '../release.ts';

/** Signs what releases under Wine update to. It is no secret, so that a release built once fits every run. */
export const TEST_UPDATE_KEY = createPrivateKey({
  key: Buffer.concat([
    // What goes before a raw ed25519 key (RFC 8410).
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, 'a key of the tests'),
  ]),
  format: 'der',
  type: 'pkcs8',
});

const INPUTS = [
  'apps/bot',
  'apps/desktop',
  'packages',
  'package-lock.json',
  'tools/release-desktop',
];

/**
 * An installer of the whole app with the Node that Wine can run, kept until something it is made of changes.
 * Tests of several files use the same one: whoever comes first builds it.
 *
 * @throws Error where it cannot be built
 */
export async function wineRelease(version: string): Promise<BuiltInstaller> {
  const folder = join(ROOT, 'build', 'release-desktop', `wine-${version}`);
  const stamp = join(folder, 'built.json');
  const inputs = hashInputs(ROOT, INPUTS);
  const installer = join(folder, `quorate-desktop-setup-${version}.exe`);
  const read = (): (Pick<BuiltInstaller, 'withoutNode'> & { inputs: string }) | null =>
    existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : null;
  await oneAtATime(`${folder}.lock`, nobodyToTell, async () => {
    if (existsSync(installer) && read()?.inputs === inputs) return;
    rmSync(stamp, { force: true });
    const { withoutNode } = await buildInstaller({
      root: ROOT,
      settings: {
        version,
        brand: 'Quorate',
        publicUrl: null,
        updateKey: TEST_UPDATE_KEY,
        updateDays: 180,
        furtherUpdateKeys: [],
        codeSigning: null,
      },
      committedAt: 0,
      runtime: 'wine',
      compression: 'zlib',
      work: join(folder, 'work'),
      output: folder,
      say: nobodyToTell,
    });
    writeFileSync(stamp, JSON.stringify({ inputs, withoutNode }));
  });
  const built = read();
  if (!built) throw new Error(`${stamp} is gone`);
  return { installer, withoutNode: built.withoutNode };
}

function nobodyToTell(): void {}
