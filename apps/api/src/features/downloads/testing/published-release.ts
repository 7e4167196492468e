import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import { type PublishInput, type PublishOutcome, publishRelease } from '../publish-release.ts';
import type { Manifest } from '../releases.ts';

/** A folder of releases that ends with the test, and ways to publish into it. */
export async function releasesFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-releases-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const releasesDir = join(folder, 'releases');
  const source = join(folder, 'setup.exe');
  const clock = testClock();
  /** As an operator would, from a file with this content. */
  const tryToPublish = async (
    content: string | Uint8Array,
    input: Partial<PublishInput> = {},
  ): Promise<PublishOutcome> => {
    await writeFile(source, content);
    const version = input.version ?? '1.2.3';
    const fileName = `quorate-desktop-setup-${version}.exe`;
    return publishRelease(
      { releasesDir, clock },
      { source, version, fileName, replace: false, ...input },
    );
  };
  const publish = async (...input: Parameters<typeof tryToPublish>): Promise<Manifest> => {
    const outcome = await tryToPublish(...input);
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    return outcome.release;
  };
  return { folder, releasesDir, source, clock, tryToPublish, publish };
}

/** The same with one release in it. */
export async function publishedRelease(t: TestContext, content: string | Uint8Array) {
  const releases = await releasesFolder(t);
  return { ...releases, release: await releases.publish(content) };
}
