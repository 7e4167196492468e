import { faultOf } from './download-fault.ts';
import type { ReceivedFile, Receiver } from './receive-installer.ts';

/** Waits before a connection that broke is tried again by itself; then it is the reader's turn. */
const RETRY_AFTER_MS = [1_000, 3_000];

type Listener = {
  onBytes: (received: number, total: number | null) => void;
  /** The connection broke, and is tried again in a moment. */
  onBreak: () => void;
};

/** @throws DownloadError when trying again is of no use, or was of none */
export async function receiveWithRetries(
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
