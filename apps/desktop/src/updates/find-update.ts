import type { KeyObject } from 'node:crypto';
import { messageOf } from '@quorate/bot/error-text';
import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { t } from '@quorate/bot/words';
import {
  getDesktopUpdate,
  type SignedUpdate,
  type UpdateManifest,
} from '@quorate/contract/desktop-update';
import { compareVersions } from '@quorate/contract/release-version';
import type { Clock } from '@quorate/trading/loop/ports';
import type { Account } from '../parts.ts';
import {
  type DownloadDeps,
  type DownloadOutcome,
  downloadInstaller,
  type InstallerPart,
  removeInstallers,
  wholeInstaller,
  withoutNodeOf,
} from './download-installer.ts';
import { readSignedManifest } from './manifest.ts';
import { type RecordBook, type UpdateRecords, updatesFolder } from './update-records.ts';
import { faultOfNode } from './version-files.ts';

type FindDeps = DownloadDeps &
  Readonly<{
    account: Pick<Account, 'service' | 'token'>;
    keys: readonly KeyObject[];
    version: string;
    dataDir: string;
    installFolder: string;
    records: RecordBook;
    clock: Clock;
    /** Called when something newer is being brought, and as it comes. */
    onProgress(version: string, share: number): void;
    signal: AbortSignal;
  }>;

/** What looking for an update came to. */
export type Found =
  /** `part`: what the file that was brought is. */
  | Readonly<{ kind: 'ready'; manifest: UpdateManifest; part: InstallerPart; installer: string }>
  | Readonly<{ kind: 'current' | 'signed-out' | 'stopped' }>
  | Readonly<{ kind: 'bad' | 'refused'; version: string | null; message: string }>
  | Readonly<{
      kind: 'failed';
      version: string | null;
      message: string;
      retryAfterMs: number | null;
      /** Whether the service said what it offers. */
      answered: boolean;
    }>;

/** Asks the service for a newer version and brings its installer, verified. */
export async function findUpdate(deps: FindDeps): Promise<Found> {
  const { account, records, version, keys, signal } = deps;
  const token = account.token()?.token;
  if (token === undefined) return { kind: 'signed-out' };
  const service = account.service();
  const call = { fetch: deps.fetch, service, signal };
  const outcome = await callEndpoint(call, getDesktopUpdate, {}, token);
  if (signal.aborted) return { kind: 'stopped' };
  if (outcome.kind !== 'ok') {
    const why =
      outcome.kind === 'refused'
        ? outcome.message
        : t`The service at ${{ service }} is out of reach: ${{ reason: outcome.reason }}.`;
    const message = t`Updates could not be looked for. ${{ why }}`;
    const { retryAfterMs } = outcome;
    return { kind: 'failed', version: null, message, retryAfterMs, answered: false };
  }
  const { update } = outcome.reply;
  if (update === null) return { kind: 'current' };
  const offer = judgeOffer(
    { keys, version, records: records.read(), now: deps.clock.now() },
    update,
  );
  if (offer.kind !== 'update') return offer;
  const { manifest } = offer;
  const { released_at } = manifest;
  records.change({ newest_seen: { version: manifest.version, released_at } });
  const folder = updatesFolder(deps.dataDir);
  removeInstallers(folder, (each) => each === manifest.version);
  deps.onProgress(manifest.version, 0);
  const bring = (part: InstallerPart) =>
    downloadInstaller(deps, {
      service,
      token,
      manifest: part,
      folder,
      signal,
      onProgress: (share) => deps.onProgress(manifest.version, share),
    });
  const whole = wholeInstaller(manifest);
  const small = await smallPart(deps, manifest);
  let part = small ?? whole;
  let brought: DownloadOutcome = await bring(part);
  if (small && (brought.kind === 'no parts' || brought.kind === 'refused')) {
    part = whole;
    brought = await bring(part);
  }
  const { version: offered } = manifest;
  switch (brought.kind) {
    case 'done':
      return { kind: 'ready', manifest, part, installer: brought.file };
    case 'failed':
      return { ...brought, version: offered, answered: true };
    case 'refused':
      return { ...brought, version: offered };
    case 'no parts':
    case 'stopped':
      return { kind: 'stopped' };
  }
}

/** The part without Node, where the Node that it needs is there and whole; null where it is not. */
async function smallPart(
  { installFolder }: Pick<FindDeps, 'installFolder'>,
  manifest: UpdateManifest,
): Promise<InstallerPart | null> {
  const node = manifest.without_node?.node;
  if (node === undefined || (await faultOfNode(installFolder, node)) !== null) return null;
  return withoutNodeOf(manifest);
}

/** What is to become of a manifest that the service has sent. */
type Offer =
  | Readonly<{ kind: 'update'; manifest: UpdateManifest }>
  | Readonly<{ kind: 'current' }>
  /** This build has failed here before. */
  | Readonly<{ kind: 'bad'; version: string; message: string }>
  | Readonly<{ kind: 'refused'; version: string | null; message: string }>;

type Judge = Readonly<{
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
    const reason = messageOf(error);
    return refused(null, t`The update that the service offers is not believed: ${{ reason }}.`);
  }
  const offered = manifest.version;
  // Before anything else: an old word that names the running version would look as though all were well.
  if (Date.parse(manifest.expires_at) <= now)
    return refused(
      offered,
      t`What the service says of updates was good until ${{ expiresAt: manifest.expires_at.slice(0, 10) }}. A newer version may be held back: ask the people who run the service. If this computer’s clock is wrong, set it.`,
    );
  const newer = compareVersions(offered, version);
  if (newer === 0) return { kind: 'current' };
  if (newer < 0)
    return refused(
      offered,
      t`The service offers version ${{ offered }}, older than ${{ version }}, which runs here. A downgrade is not taken.`,
    );
  const { newest_seen: seen, bad } = records;
  if (seen && isBefore(manifest, seen))
    return refused(
      offered,
      t`The service offers version ${{ offered }} of ${{ releasedAt: manifest.released_at }}, older than ${{ version: seen.version }} of ${{ seenAt: seen.released_at }}, which it offered before. It is not taken.`,
    );
  if (manifest.minimum_version && compareVersions(version, manifest.minimum_version) < 0)
    return refused(
      offered,
      t`Version ${{ offered }} cannot be put in over ${{ version }}, only from ${{ minimumVersion: manifest.minimum_version }} on. Download the installer from the site and run it: everything is kept.`,
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
