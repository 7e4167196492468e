import type { KeyObject } from 'node:crypto';
import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { getDesktopUpdate, type UpdateManifest } from '@quorate/contract/desktop-update';
import type { Clock } from '@quorate/trading/loop/ports';
import type { Account } from '../parts.ts';
import { type DownloadDeps, downloadInstaller } from './download-installer.ts';
import { judgeOffer } from './judge-offer.ts';
import { removeInstallers } from './part-file.ts';
import { type RecordBook, updatesFolder } from './update-records.ts';

export type FindDeps = DownloadDeps &
  Readonly<{
    account: Pick<Account, 'service' | 'token'>;
    keys: readonly KeyObject[];
    version: string;
    dataDir: string;
    records: RecordBook;
    clock: Clock;
    /** Called when something newer is being brought, and as it comes. */
    onProgress(version: string, share: number): void;
    signal: AbortSignal;
  }>;

/** What looking for an update came to. */
export type Found =
  | Readonly<{ kind: 'ready'; manifest: UpdateManifest; installer: string }>
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
        : `The service at ${service} is out of reach: ${outcome.reason}.`;
    const message = `Updates could not be looked for. ${why}`;
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
  const brought = await downloadInstaller(deps, {
    service,
    token,
    manifest,
    folder,
    signal,
    onProgress: (share) => deps.onProgress(manifest.version, share),
  });
  if (brought.kind === 'done') return { kind: 'ready', manifest, installer: brought.file };
  if (brought.kind === 'failed') return { ...brought, version: manifest.version, answered: true };
  return brought.kind === 'refused' ? { ...brought, version: manifest.version } : brought;
}
