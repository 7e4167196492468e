import { rename } from 'node:fs/promises';
import { manifestPath, withdrawnPath } from './manifest.ts';
import { type ListedRelease, listReleases } from './release-list.ts';
import { isAbsent, type ReleaseDeps } from './releases.ts';
import { syncFolder } from './store-installer.ts';

export type WithdrawOutcome =
  | { kind: 'withdrawn' | 'already' | 'unknown' }
  /** Another one is offered. */
  | { kind: 'not_newest'; offered: string };

/** What withdrawing a version would come to. */
export async function canWithdraw(deps: ReleaseDeps, version: string): Promise<WithdrawOutcome> {
  const asked = await find(deps, version);
  if (!asked) return { kind: 'unknown' };
  if (asked.state === 'withdrawn') return { kind: 'already' };
  if (asked.state === 'offered') return { kind: 'withdrawn' };
  const offered = (await listReleases(deps)).find(({ state }) => state === 'offered');
  return { kind: 'not_newest', offered: offered?.version ?? 'none' };
}

async function find(deps: ReleaseDeps, version: string): Promise<ListedRelease | undefined> {
  const named = (release: ListedRelease) => release.version === version;
  const asked = (await listReleases(deps)).find(named);
  // One that gets its other name while the folder is read looks broken until it is read again.
  return asked?.state === 'broken' ? (await listReleases(deps)).find(named) : asked;
}

/**
 * Takes a release off the offer, at once: its manifest gets another name, which nothing looks for. Its file
 * stays, so that who downloads it now is not cut off.
 *
 * @returns false when somebody else just did
 */
export async function withdrawRelease(
  { releasesDir }: Pick<ReleaseDeps, 'releasesDir'>,
  version: string,
): Promise<boolean> {
  try {
    await rename(manifestPath(releasesDir, version), withdrawnPath(releasesDir, version));
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  await syncFolder(releasesDir);
  return true;
}

/** Offers it again: what was done beside it was not saved. */
export async function undoWithdrawal(
  { releasesDir }: Pick<ReleaseDeps, 'releasesDir'>,
  version: string,
): Promise<void> {
  await rename(withdrawnPath(releasesDir, version), manifestPath(releasesDir, version));
}
