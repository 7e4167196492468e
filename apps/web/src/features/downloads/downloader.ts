import { t } from '@lingui/core/macro';
import { saveFile } from '../../lib/save-file.ts';
import { DownloadError, type DownloadFault, faultOf } from './download-fault.ts';
import { type Progress, startTicker } from './progress-ticker.ts';
import { createReceiver, hexOf, type ReceivedFile, type Receiver } from './receive-installer.ts';

export type DownloadState =
  | { kind: 'idle' }
  | { kind: 'cancelled' }
  /** `broken`: the connection is gone, and is tried again in a moment. */
  | { kind: 'downloading'; progress: Progress; broken: boolean }
  | { kind: 'checking'; progress: Progress }
  | { kind: 'done'; progress: Progress; name: string; sha256: string | null; verified: boolean }
  /** `resumable`: what has arrived is held, and can be gone on with. */
  | { kind: 'failed'; progress: Progress; fault: DownloadFault; resumable: boolean };

const NOTHING: Progress = { received: 0, total: null, bytesPerSecond: null };

export type Downloader = {
  /** From the beginning; after a failure with what is held. */
  start: () => Promise<void>;
  cancel: () => void;
  /** Ends what runs, lets go of what is held, and goes back to the beginning. */
  reset: () => void;
};

/** The download of the installer, from the click to the saved file. */
export function createDownloader(onState: (state: DownloadState) => void): Downloader {
  const receiver = createReceiver();
  let progress = NOTHING;
  let running: AbortController | null = null;

  const stop = (kind: 'idle' | 'cancelled') => {
    running?.abort();
    running = null;
    receiver.drop();
    progress = NOTHING;
    onState({ kind });
  };

  const start = async () => {
    running?.abort();
    const run = new AbortController();
    running = run;
    // A run that was cancelled has nothing more to say.
    const show = (state: DownloadState) => {
      if (!run.signal.aborted) onState(state);
    };
    progress = { ...progress, bytesPerSecond: null };
    show({ kind: 'downloading', progress, broken: false });
    const ticker = startTicker((next) => {
      progress = next;
      show({ kind: 'downloading', progress, broken: false });
    });
    try {
      const file = await receiveWithRetries(receiver, run.signal, {
        onBytes: (received, total) => {
          progress = { ...progress, received, total };
          ticker.note(received, total);
        },
        onBreak: () => {
          ticker.stop();
          show({ kind: 'downloading', progress, broken: true });
        },
      });
      ticker.stop();
      // What is held is a part no longer: a check that fails must not be gone on with.
      receiver.drop();
      const { content, name, sha256 } = file;
      progress = { received: content.size, total: content.size, bytesPerSecond: null };
      show({ kind: 'checking', progress });
      const verified = await verifyChecksum(content, sha256);
      if (run.signal.aborted) return;
      saveFile(name, content);
      show({ kind: 'done', progress, name, sha256, verified });
    } catch (error) {
      ticker.stop();
      if (run.signal.aborted) return;
      const resumable = receiver.size > 0;
      progress = resumable ? { ...progress, bytesPerSecond: null } : NOTHING;
      show({ kind: 'failed', progress, fault: faultOf(error), resumable });
    }
  };

  return { start, cancel: () => stop('cancelled'), reset: () => stop('idle') };
}

/**
 * Whether the bytes that arrived are those that were published.
 *
 * @returns false where nothing can be said: browsers hash on https and localhost only
 * @throws DownloadError when they are others
 */
async function verifyChecksum(content: Blob, expected: string | null): Promise<boolean> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (expected === null || !subtle) return false;
  const hash = await subtle.digest('SHA-256', await content.arrayBuffer());
  if (hexOf(new Uint8Array(hash)) === expected) return true;
  throw new DownloadError({
    kind: 'other',
    message: t`what arrived is not the file that was published`,
  });
}

/** Waits before a connection that broke is tried again by itself; then it is the reader's turn. */
const RETRY_AFTER_MS = [1_000, 3_000];

type Listener = {
  onBytes: (received: number, total: number | null) => void;
  /** The connection broke, and is tried again in a moment. */
  onBreak: () => void;
};

/** @throws DownloadError when trying again is of no use, or was of none */
async function receiveWithRetries(
  receiver: Receiver,
  signal: AbortSignal,
  { onBytes, onBreak }: Listener,
): Promise<ReceivedFile> {
  let failures = 0;
  for (;;) {
    const before = receiver.size;
    try {
      return await receiver.receive(signal, onBytes);
    } catch (error) {
      // A connection that brought something and broke is no sign that the next one brings nothing.
      if (receiver.size > before) failures = 0;
      const wait = RETRY_AFTER_MS[failures];
      if (signal.aborted || wait === undefined || faultOf(error).kind !== 'network') throw error;
      failures += 1;
      onBreak();
      await pause(wait, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
