import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { refusal } from '../../lib/api-refusal.ts';
import { expireSession, getSession } from '../../lib/session/session.ts';
import { DownloadError } from './download-fault.ts';

export type HeldPart = { size: number; etag: string };

/**
 * Asks for the installer: what is missing of it where a part is held already, and the whole where that part
 * belongs to another file by now.
 *
 * @throws DownloadError when there is no answer, or one that is no file
 */
export async function requestInstaller(
  held: HeldPart | null,
  signal: AbortSignal,
): Promise<Response> {
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
