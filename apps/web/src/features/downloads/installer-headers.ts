import { DEFAULT_INSTALLER_NAME } from '@quorate/contract/downloads';
import { hexOf } from './hex.ts';

/** What the head of an answer says of the whole file. */
export type InstallerHead = {
  /** Null where the service does not say. */
  total: number | null;
  /** Whose file the bytes belong to: another tag, another file. */
  etag: string | null;
  name: string;
  /** SHA-256 in hexadecimal; null where the service does not say. */
  sha256: string | null;
};

export function readHead({ status, headers }: Response): InstallerHead {
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
export function firstByte({ status, headers }: Response): number | null {
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
