import type { KeyObject } from 'node:crypto';
import type { SignedUpdate, UpdateManifest } from '@quorate/contract/desktop-update';
import { compareVersions } from '@quorate/contract/release-version';
import { readSignedManifest } from './manifest.ts';
import type { UpdateRecords } from './update-records.ts';

/** What is to become of a manifest that the service has sent. */
export type Offer =
  | Readonly<{ kind: 'update'; manifest: UpdateManifest }>
  | Readonly<{ kind: 'current' }>
  /** This build has failed here before. */
  | Readonly<{ kind: 'bad'; version: string; message: string }>
  | Readonly<{ kind: 'refused'; version: string | null; message: string }>;

export type Judge = Readonly<{
  keys: readonly KeyObject[];
  /** The version that runs. */
  version: string;
  records: Pick<UpdateRecords, 'newest_seen' | 'bad'>;
  /** By the computer's clock, milliseconds since 1970. */
  now: number;
}>;

/** Whether this app replaces itself with what a manifest names. */
export function judgeOffer({ keys, version, records, now }: Judge, sent: SignedUpdate): Offer {
  let manifest: UpdateManifest;
  try {
    manifest = readSignedManifest(sent, keys);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused(null, `The update that the service offers is not believed: ${reason}.`);
  }
  const offered = manifest.version;
  // Before anything else: an old word that names the running version would look as though all were well.
  if (Date.parse(manifest.expires_at) <= now)
    return refused(
      offered,
      `What the service says of updates was good until ${manifest.expires_at.slice(0, 10)}. A newer version may be held back: ask the people who run the service. If this computer’s clock is wrong, set it.`,
    );
  const newer = compareVersions(offered, version);
  if (newer === 0) return { kind: 'current' };
  if (newer < 0)
    return refused(
      offered,
      `The service offers version ${offered}, older than ${version}, which runs here. A downgrade is not taken.`,
    );
  const { newest_seen: seen, bad } = records;
  if (seen && isBefore(manifest, seen))
    return refused(
      offered,
      `The service offers version ${offered} of ${manifest.released_at}, older than ${seen.version} of ${seen.released_at}, which it offered before. It is not taken.`,
    );
  if (manifest.minimum_version && compareVersions(version, manifest.minimum_version) < 0)
    return refused(
      offered,
      `Version ${offered} cannot be put in over ${version}, only from ${manifest.minimum_version} on. Download the installer from the site and run it: everything is kept.`,
    );
  const failed = bad.find(({ sha512 }) => sha512 === manifest.sha512);
  if (failed) return { kind: 'bad', version: offered, message: failed.reason };
  return { kind: 'update', manifest };
}

function isBefore(
  manifest: UpdateManifest,
  seen: Readonly<{ version: string; released_at: string }>,
): boolean {
  const newer = compareVersions(manifest.version, seen.version);
  if (newer !== 0) return newer < 0;
  return Date.parse(manifest.released_at) < Date.parse(seen.released_at);
}

function refused(version: string | null, message: string): Offer {
  return { kind: 'refused', version, message };
}
