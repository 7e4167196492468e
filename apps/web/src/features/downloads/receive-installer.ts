import { t } from '@lingui/core/macro';
import { DEFAULT_INSTALLER_NAME, downloadDesktopInstaller } from '@quorate/contract/downloads';
import { refusal } from '../../lib/api-refusal.ts';
import { expireSession, getSession } from '../../lib/session/session.ts';
import { DownloadError } from './download-fault.ts';

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
        if (first !== null && first !== held.size) throw restart(t`the parts do not fit together`);
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

type HeldPart = { size: number; etag: string };

/**
 * Asks for the installer: what is missing of it where a part is held already, and the whole where that part
 * belongs to another file by now.
 *
 * @throws DownloadError when there is no answer, or one that is no file
 */
async function requestInstaller(held: HeldPart | null, signal: AbortSignal): Promise<Response> {
  const { token } = getSession();
  const response = await fetch(downloadDesktopInstaller.path, {
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(held && { Range: `bytes=${held.size}-`, 'If-Range': held.etag }),
    },
    // A part in the browser's own cache would be taken for what the service offers now.
    cache: 'no-store',
    signal,
  }).catch((cause: unknown) => {
    throw new DownloadError({ kind: 'network' }, { cause });
  });
  const { status } = response;
  if (status === 200 || status === 206) return response;
  const { sentence } = refusal(status, await response.json().catch(() => null));
  if (status === 401) expireSession(token);
  throw new DownloadError({ kind: 'status', status, reason: sentence });
}

/** What the head of an answer says of the whole file. */
type InstallerHead = {
  /** Null where the service does not say. */
  total: number | null;
  /** Whose file the bytes belong to: another tag, another file. */
  etag: string | null;
  name: string;
  /** SHA-256 in hexadecimal; null where the service does not say. */
  sha256: string | null;
};

function readHead({ status, headers }: Response): InstallerHead {
  const length = headers.get('content-length');
  const total =
    status === 206
      ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
      : (length ?? undefined);
  return {
    total: total === undefined ? null : Number(total),
    etag: headers.get('etag'),
    name: nameIn(headers.get('content-disposition')),
    sha256: digestIn(headers.get('repr-digest')),
  };
}

/** Where the bytes of a partial answer begin; null for a whole one. */
function firstByte({ status, headers }: Response): number | null {
  const first = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return status === 206 && first !== undefined ? Number(first) : null;
}

/** The file name without any folder, and only one that Windows runs. */
function nameIn(disposition: string | null): string {
  const name = /filename="?([^"/\\;]+?)"?\s*(?:;|$)/i.exec(disposition ?? '')?.[1];
  return name !== undefined && /^[^.].*\.exe$/i.test(name) ? name : DEFAULT_INSTALLER_NAME;
}

function digestIn(header: string | null): string | null {
  const base64 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1];
  if (base64 === undefined) return null;
  return hexOf(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

/** Small pieces are joined when so much has come: a browser may then keep them on the disk. */
const JOINED_BYTES = 16_000_000;

/** What has arrived of a file. */
type HeldBytes = {
  readonly size: number;
  add: (piece: Uint8Array<ArrayBuffer>) => void;
  drop: () => void;
  toBlob: (type: string) => Blob;
};

export function createHeldBytes(): HeldBytes {
  let joined: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let loose = 0;
  let size = 0;
  const join = () => {
    if (loose > 0) joined.push(new Blob(pieces));
    pieces = [];
    loose = 0;
  };
  return {
    get size() {
      return size;
    },
    add(piece) {
      pieces.push(piece);
      loose += piece.byteLength;
      size += piece.byteLength;
      if (loose >= JOINED_BYTES) join();
    },
    drop() {
      joined = [];
      pieces = [];
      loose = 0;
      size = 0;
    },
    toBlob(type) {
      join();
      return new Blob(joined, { type });
    },
  };
}

/** Bytes as a checksum is written. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
