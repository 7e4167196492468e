import { readdir } from 'node:fs/promises';
import { compareVersions, releaseVersion } from '@quorate/contract/release-version';
import { type Manifest, withdrawnPath } from './manifest.ts';
import { believedUntil } from './release-update.ts';
import { publishedVersions, type ReleaseDeps, readManifest, readRelease } from './releases.ts';

export type ListedRelease = Readonly<{
  version: string;
  /** `offered`: the newest that is whole. `broken`: its manifest or its file is not what was published. */
  state: 'offered' | 'older' | 'withdrawn' | 'broken';
  /** null where it cannot be read. */
  manifest: Manifest | null;
  /** Until when installed apps believe what is served of it; null where they do not update by it. */
  updatesUntil: string | null;
}>;

/** Everything that was ever published into the folder and is still there, newest first. */
export async function listReleases(deps: ReleaseDeps): Promise<ListedRelease[]> {
  const published = await publishedVersions(deps.releasesDir);
  const listed: Omit<ListedRelease, 'updatesUntil'>[] = [];
  let isNewest = true;
  for (const version of published) {
    const manifest = await readRelease(deps, version);
    if (!manifest) listed.push({ version, state: 'broken', manifest });
    else listed.push({ version, state: isNewest ? 'offered' : 'older', manifest });
    if (manifest) isNewest = false;
  }
  for (const version of await withdrawnVersions(deps.releasesDir)) {
    if (published.includes(version)) continue;
    const manifest = await readManifest(withdrawnPath(deps.releasesDir, version)).catch(() => null);
    listed.push({ version, state: 'withdrawn', manifest });
  }
  return listed
    .toSorted((a, b) => compareVersions(b.version, a.version))
    .map((each) => {
      const update = each.manifest?.update ?? null;
      return { ...each, updatesUntil: update && believedUntil(update) };
    });
}

async function withdrawnVersions(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const version = releaseVersion.safeParse(name.replace(/\.withdrawn\.json$/, ''));
    return version.success && name.endsWith('.withdrawn.json') ? [version.data] : [];
  });
}
