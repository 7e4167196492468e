import { endpointUrl, retryAfterMs } from '@quorate/bot/service/call-endpoint';
import type { UpdateManifest } from '@quorate/contract/desktop-update';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';

export type InstallerAnswer =
  | Readonly<{
      kind: 'body';
      body: ReadableStream<Uint8Array>;
      etag: string;
      /** Whether it goes on where the part ends. */
      goesOn: boolean;
    }>
  | Readonly<{
      kind: 'failed' | 'refused';
      message: string;
      retryAfterMs: number | null;
      /** Whether what there is of it is of another file. */
      isAnother: boolean;
    }>;

/**
 * Asks the service for an installer, or for the rest of it.
 *
 * @param begun what is there already
 */
export async function askForInstaller(
  deps: Readonly<{ fetch: typeof fetch; signal: AbortSignal }>,
  input: Readonly<{ service: string; token: string; manifest: UpdateManifest }>,
  begun: Readonly<{ etag: string; size: number }> | null,
): Promise<InstallerAnswer> {
  const { service, token, manifest } = input;
  let response: Response;
  try {
    response = await deps.fetch(endpointUrl(service, downloadDesktopInstaller.path, {}, {}), {
      headers: {
        accept: 'application/octet-stream',
        // Ranges of something compressed are ranges of something else.
        'accept-encoding': 'identity',
        authorization: `Bearer ${token}`,
        ...(begun ? { range: `bytes=${begun.size}-`, 'if-range': begun.etag } : {}),
      },
      redirect: 'manual',
      signal: deps.signal,
    });
  } catch (error) {
    if (deps.signal.aborted) throw error;
    return failed(`The service at ${service} is out of reach. The download goes on later.`);
  }
  const answer = judge(response, manifest, begun);
  if (answer.kind !== 'body') await response.body?.cancel().catch(() => undefined);
  return answer;
}

function judge(
  response: Response,
  manifest: UpdateManifest,
  begun: Readonly<{ etag: string; size: number }> | null,
): InstallerAnswer {
  const { status, headers, body } = response;
  const etag = headers.get('etag') ?? '';
  if (status === 200 && body)
    return (
      ofLength(headers.get('content-length'), manifest) ?? {
        kind: 'body',
        body,
        etag,
        goesOn: false,
      }
    );
  if (status === 206 && body && begun) {
    const [, first, size] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (Number(first) !== begun.size)
      return failed(`The service sends another part of ${manifest.version} than was asked for.`, {
        isAnother: true,
      });
    return (
      ofLength(size ?? null, manifest) ?? { kind: 'body', body, etag: begun.etag, goesOn: true }
    );
  }
  const wait = retryAfterMs(headers);
  if (status === 401 || status === 403)
    return failed(
      `The service does not let this computer download (${status}). Sign in again; the download then goes on.`,
    );
  if (status === 404)
    return failed(`The service no longer offers the installer of ${manifest.version}.`, {
      isAnother: true,
    });
  if (status === 416)
    return failed('What was downloaded does not fit the file of the service; it begins again.', {
      isAnother: true,
    });
  return failed(`The service answers the download with status ${status}. It goes on later.`, {
    wait,
  });
}

/** @returns a failure where the service sends a file of another size; null where it is right or untold */
function ofLength(told: string | null, { size, version }: UpdateManifest): InstallerAnswer | null {
  if (told === null || Number(told) === size) return null;
  return {
    kind: 'refused',
    message: `The service sends a file of ${told} bytes, and the manifest of ${version} names ${size}. It is not taken.`,
    retryAfterMs: null,
    isAnother: true,
  };
}

function failed(
  message: string,
  { isAnother = false, wait = null }: { isAnother?: boolean; wait?: number | null } = {},
): InstallerAnswer {
  return { kind: 'failed', message, retryAfterMs: wait, isAnother };
}
