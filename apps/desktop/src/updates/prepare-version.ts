import type { UpdateManifest } from '@quorate/contract/desktop-update';
import { isTheOne } from './download-installer.ts';
import { faultOfVersion, removeVersion } from './version-files.ts';
import type { UpdatePrograms } from './version-programs.ts';

/** A newer version whose installer is there. */
export type ReadyUpdate = Readonly<{ manifest: UpdateManifest; installer: string }>;

export type PrepareDeps = Readonly<{
  installFolder: string;
  programs: Pick<UpdatePrograms, 'extract'>;
  notify(line: string): void;
}>;

/**
 * Puts a version beside the others and compares every file of it. Nothing that runs is touched.
 *
 * @returns why it is not ready to be switched to; null when it is
 */
export async function prepareVersion(
  { installFolder, programs, notify }: PrepareDeps,
  { manifest, installer }: ReadyUpdate,
): Promise<string | null> {
  const { version } = manifest;
  const step = (what: string) => notify(`Update to ${version}: ${what}.`);
  if ((await faultOfVersion(installFolder, version)) === null) return null;
  // Once more, right before it is run: it has lain there since it was verified.
  if (!(await isTheOne(installer, manifest)))
    return `The installer of ${version} was changed after it was verified, and is not run.`;
  if (!removeVersion(installFolder, version))
    return `What an earlier attempt has left of ${version} is in use and cannot be removed.`;
  step('extraction begun');
  const fault = await programs.extract(installer, installFolder);
  if (fault !== null) return `Version ${version} could not be unpacked: ${fault}.`;
  step('extracted');
  const wrong = await faultOfVersion(installFolder, version);
  if (wrong !== null) {
    removeVersion(installFolder, version);
    return `Version ${version} was unpacked and is not whole: ${wrong}. It may be that an antivirus program took it away.`;
  }
  step('files compared');
  return null;
}
