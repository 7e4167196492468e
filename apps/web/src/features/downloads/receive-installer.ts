import { DownloadError } from './download-fault.ts';
import { createHeldBytes, type HeldBytes } from './held-bytes.ts';
import { firstByte, type InstallerHead, readHead } from './installer-headers.ts';
import { requestInstaller } from './request-installer.ts';

const FILE_TYPE = 'application/octet-stream';

/** No byte for so long: the connection is dead, whatever the browser thinks of it. */
const SILENCE_MS = 30_000;

export type ReceivedFile = { content: Blob; name: string; sha256: string | null };

/** Told of every piece: how much is held, and of how much. */
type OnBytes = (received: number, total: number | null) => void;

export type Receiver = {
  /** How much is held, for going on. */
  readonly size: number;
  /**
   * Gets what is missing over one connection.
   *
   * @throws DownloadError; what has arrived until then is kept, unless it cannot be gone on with
   */
  receive: (signal: AbortSignal, onBytes: OnBytes) => Promise<ReceivedFile>;
  /** Lets go of what has arrived. */
  drop: () => void;
};

export function createReceiver(): Receiver {
  const held = createHeldBytes();
  let etag: string | null = null;
  return {
    get size() {
      return held.size;
    },
    drop: held.drop,
    async receive(signal, onBytes) {
      const silence = silenceGuard(signal);
      try {
        const part = etag === null || held.size === 0 ? null : { size: held.size, etag };
        const response = await requestInstaller(part, silence.signal);
        const first = firstByte(response);
        if (first !== null && first !== held.size) throw restart('the parts do not fit together');
        if (first === null) held.drop();
        const head = readHead(response);
        etag = head.etag;
        await readInto(held, response, head, () => {
          silence.heard();
          onBytes(held.size, head.total);
        });
        return { content: held.toBlob(FILE_TYPE), name: head.name, sha256: head.sha256 };
      } catch (error) {
        // The part asked for does not exist: what is held belongs to no file that is there.
        if (error instanceof DownloadError && isGone(error)) held.drop();
        throw error;
      } finally {
        silence.end();
      }
    },
  };

  function restart(message: string): DownloadError {
    held.drop();
    return new DownloadError({ kind: 'other', message });
  }
}

async function readInto(
  held: HeldBytes,
  response: Response,
  { total }: InstallerHead,
  onPiece: () => void,
): Promise<void> {
  const reader = response.body?.getReader();
  onPiece();
  for (;;) {
    const step = await reader?.read().catch((cause: unknown) => {
      throw new DownloadError({ kind: 'network' }, { cause });
    });
    if (!step || step.done) break;
    held.add(step.value);
    onPiece();
  }
  // Some browsers tell a connection that was cut from one that has ended only by the length.
  if (total !== null && held.size < total) throw new DownloadError({ kind: 'network' });
}

function isGone({ fault }: DownloadError): boolean {
  return fault.kind === 'status' && (fault.status === 404 || fault.status === 416);
}

/** Ends a connection that says nothing any more. */
function silenceGuard(signal: AbortSignal) {
  const guard = new AbortController();
  const start = () => setTimeout(() => guard.abort(), SILENCE_MS);
  let timer = start();
  return {
    signal: AbortSignal.any([signal, guard.signal]),
    heard() {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}
