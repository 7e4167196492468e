import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@quorate/bot/error-text';
import { renameOver } from '@quorate/bot/files';
import { readJsonFile } from '@quorate/bot/json-file';
import { endpointUrl, retryAfterMs } from '@quorate/bot/service/call-endpoint';
import type { Timers } from '@quorate/bot/timers';
import { t } from '@quorate/bot/words';
import type { UpdateManifest } from '@quorate/contract/desktop-update';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { z } from 'zod';
import { writeDurably } from './current-ini.ts';
import { fileHash } from './version-files.ts';

export type DownloadDeps = Readonly<{
  fetch: typeof fetch;
  timers: Timers;
  /** Opens the file that is being written. */
  open: typeof open;
}>;

/** What is brought of an installer: all of it, or the version without Node. */
export type InstallerPart = Readonly<{
  version: string;
  /** Of the whole installer. */
  fileSize: number;
  /** Where the part begins in it, how long it is, and what it must be. */
  offset: number;
  size: number;
  sha512: string;
}>;

export function wholeInstaller({ version, size, sha512 }: UpdateManifest): InstallerPart {
  return { version, fileSize: size, offset: 0, size, sha512 };
}

/** @returns null where the release has no such part */
export function withoutNodeOf(manifest: UpdateManifest): InstallerPart | null {
  const { version, size: fileSize, without_node: part } = manifest;
  if (part === null || part.offset + part.size > fileSize) return null;
  return { version, fileSize, offset: part.offset, size: part.size, sha512: part.sha512 };
}

export type DownloadInput = Readonly<{
  service: string;
  token: string;
  manifest: InstallerPart;
  /** Where it is written to. */
  folder: string;
  /** Ends it; what has come stays. */
  signal: AbortSignal;
  /** @param share 0 to 1 */
  onProgress(share: number): void;
}>;

/** `failed` may go well another time; `refused` is a file that is not the one of the manifest. */
export type DownloadOutcome =
  | Readonly<{ kind: 'done'; file: string }>
  | Readonly<{ kind: 'failed'; message: string; retryAfterMs: number | null }>
  | Readonly<{ kind: 'refused'; message: string }>
  /** The service, or a proxy before it, sends no parts. */
  | Readonly<{ kind: 'no parts' }>
  | Readonly<{ kind: 'stopped' }>;

export const DOWNLOAD_DEPS = { open } as const;

/**
 * Brings the installer of a manifest, from where an earlier attempt broke off. It has its name only once it is
 * verified.
 */
export async function downloadInstaller(
  deps: DownloadDeps,
  input: DownloadInput,
): Promise<DownloadOutcome> {
  const { manifest, folder, signal } = input;
  const file = partFile(folder, manifest);
  try {
    mkdirSync(folder, { recursive: true });
    if (await isTheOne(file.whole, manifest)) return { kind: 'done', file: file.whole };
    if (file.begun()?.size !== manifest.size) {
      const ended = await bring(deps, input, file);
      if (ended !== null) return ended;
    }
    if (!(await isTheOne(file.part, manifest))) {
      file.remove();
      return refused(
        t`The installer of ${{ version: manifest.version }} that arrived is not the one of its manifest: its SHA-512 differs. It was removed.`,
      );
    }
    // A program that has just arrived is what virus scanners look into.
    renameOver(file.part, file.whole);
    file.removeNote();
    return { kind: 'done', file: file.whole };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    return failed(faultMessage(error, input, file));
  }
}

/** Whether a file is the one that a manifest is of. What is not, and has the name of the whole, does no harm: it is written over. */
export async function isTheOne(
  file: string,
  { size, sha512 }: Pick<UpdateManifest, 'size' | 'sha512'>,
): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (!handle) return false;
  const { size: actual } = await handle.stat().finally(() => handle.close());
  return actual === size && (await fileHash(file, 'sha512')) === sha512;
}

/** @returns null once as many bytes are there as the manifest names */
async function bring(
  deps: DownloadDeps,
  input: DownloadInput,
  file: PartFile,
): Promise<DownloadOutcome | null> {
  const { manifest, onProgress } = input;
  const leave = new AbortController();
  const signal = AbortSignal.any([input.signal, leave.signal]);
  const begun = file.begun();
  const asked = await askForInstaller({ ...deps, signal }, input, begun);
  if (asked.kind === 'no parts') return asked;
  if (asked.kind !== 'body') {
    if (asked.isAnother) file.remove();
    return asked.kind === 'refused'
      ? refused(asked.message)
      : failed(asked.message, asked.retryAfterMs);
  }
  if (!asked.goesOn) file.remove();
  file.note(asked.etag);
  const handle = await deps.open(file.part, asked.goesOn ? 'a' : 'w');
  let size = asked.goesOn ? (begun?.size ?? 0) : 0;
  try {
    for await (const chunk of watchedBody(deps.timers, asked.body, leave)) {
      size += chunk.length;
      if (size > manifest.size) break;
      await handle.writeFile(chunk);
      onProgress(size / manifest.size);
    }
    await handle.sync();
  } finally {
    await handle.close();
    leave.abort();
  }
  if (input.signal.aborted) return { kind: 'stopped' };
  if (size === manifest.size) return null;
  if (size > manifest.size) {
    file.remove();
    return refused(
      t`The service sends more than the ${{ size: manifest.size }} bytes that the manifest of ${{ version: manifest.version }} names. It was removed.`,
    );
  }
  return failed(
    t`The download of ${{ version: manifest.version }} broke off after ${{ size }} of ${{ whole: manifest.size }} bytes, or nothing came for ${{ seconds: STALLED_MS / 1_000 }} s. It goes on from there.`,
  );
}

function faultMessage(error: unknown, { manifest, folder }: DownloadInput, file: PartFile): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    // What does not fit helps nobody, and the space is needed by whatever else runs.
    rmQuietly(file);
    return t`The disk is full: version ${{ version: manifest.version }} has ${{ megabytes: megabytes(manifest.size) }} MB and does not fit into ${{ folder }}. Make room, then check again.`;
  }
  if (['EACCES', 'EPERM', 'EROFS', 'EBUSY'].includes(code))
    return t`Version ${{ version: manifest.version }} cannot be written into ${{ folder }} (${{ code }}).`;
  return t`The download of ${{ version: manifest.version }} broke off: ${{ reason: messageOf(error) }}.`;
}

function rmQuietly({ part }: PartFile): void {
  try {
    rmSync(part, { force: true });
  } catch {
    // It is tried again at the next start.
  }
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

function refused(message: string): DownloadOutcome {
  return { kind: 'refused', message };
}

function failed(message: string, retryAfterMs: number | null = null): DownloadOutcome {
  return { kind: 'failed', message, retryAfterMs };
}

/** A connection on which nothing comes for so long is given up. */
const STALLED_MS = 60_000;

/**
 * The pieces of a body as they come. One that stalls or breaks ends early, which its length tells: what has
 * come is kept, and the rest is asked for another time.
 *
 * @param leave ends the call that the body belongs to
 */
async function* watchedBody(
  timers: Timers,
  body: ReadableStream<Uint8Array>,
  leave: AbortController,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const callOff = timers.after(STALLED_MS, () => leave.abort());
      const piece = await reader
        .read()
        .finally(callOff)
        .catch(() => null);
      if (piece === null || piece.done) return;
      yield piece.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type InstallerAnswer =
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
    }>
  | Readonly<{ kind: 'no parts' }>;

/**
 * Asks the service for an installer, or for the rest of it.
 *
 * @param begun what is there already
 */
async function askForInstaller(
  deps: Readonly<{ fetch: typeof fetch; signal: AbortSignal }>,
  input: Readonly<{ service: string; token: string; manifest: InstallerPart }>,
  begun: Readonly<{ etag: string; size: number }> | null,
): Promise<InstallerAnswer> {
  const { service, token, manifest } = input;
  const first = manifest.offset + (begun?.size ?? 0);
  const last = manifest.offset + manifest.size - 1;
  const isPart = manifest.size < manifest.fileSize;
  let response: Response;
  try {
    response = await deps.fetch(endpointUrl(service, downloadDesktopInstaller.path, {}, {}), {
      headers: {
        accept: 'application/octet-stream',
        // Ranges of something compressed are ranges of something else.
        'accept-encoding': 'identity',
        authorization: `Bearer ${token}`,
        ...(isPart || begun ? { range: `bytes=${first}-${isPart ? last : ''}` } : {}),
        ...(begun ? { 'if-range': begun.etag } : {}),
      },
      redirect: 'manual',
      signal: deps.signal,
    });
  } catch (error) {
    if (deps.signal.aborted) throw error;
    return noAnswer(t`The service at ${{ service }} is out of reach. The download goes on later.`);
  }
  const answer = judge(response, manifest, begun);
  if (answer.kind !== 'body') await response.body?.cancel().catch(() => undefined);
  return answer;
}

function judge(
  response: Response,
  manifest: InstallerPart,
  begun: Readonly<{ etag: string; size: number }> | null,
): InstallerAnswer {
  const { status, headers, body } = response;
  const etag = headers.get('etag') ?? '';
  if (status === 200 && manifest.size < manifest.fileSize) return { kind: 'no parts' };
  if (status === 200 && body)
    return (
      ofLength(headers.get('content-length'), manifest) ?? {
        kind: 'body',
        body,
        etag,
        goesOn: false,
      }
    );
  if (status === 206 && body && (begun || manifest.size < manifest.fileSize)) {
    const [, first, size] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (Number(first) !== manifest.offset + (begun?.size ?? 0))
      return noAnswer(
        t`The service sends another part of ${{ version: manifest.version }} than was asked for.`,
        {
          isAnother: true,
        },
      );
    return (
      ofLength(size ?? null, manifest) ?? {
        kind: 'body',
        body,
        etag: begun?.etag ?? etag,
        goesOn: begun !== null,
      }
    );
  }
  const wait = retryAfterMs(headers);
  if (status === 401 || status === 403)
    return noAnswer(
      t`The service does not let this computer download (${{ status }}). Sign in again; the download then goes on.`,
    );
  if (status === 404)
    return noAnswer(
      t`The service no longer offers the installer of ${{ version: manifest.version }}.`,
      {
        isAnother: true,
      },
    );
  if (status === 416)
    return noAnswer(t`What was downloaded does not fit the file of the service; it begins again.`, {
      isAnother: true,
    });
  return noAnswer(
    t`The service answers the download with status ${{ status }}. It goes on later.`,
    {
      wait,
    },
  );
}

/** @returns a failure where the service sends a file of another size; null where it is right or untold */
function ofLength(
  told: string | null,
  { fileSize: size, version }: InstallerPart,
): InstallerAnswer | null {
  if (told === null || Number(told) === size) return null;
  return {
    kind: 'refused',
    message: t`The service sends a file of ${{ told }} bytes, and the manifest of ${{ version }} names ${{ size }}. It is not taken.`,
    retryAfterMs: null,
    isAnother: true,
  };
}

function noAnswer(
  message: string,
  { isAnother = false, wait = null }: { isAnother?: boolean; wait?: number | null } = {},
): InstallerAnswer {
  return { kind: 'failed', message, retryAfterMs: wait, isAnother };
}

const partNote = z.object({ sha512: z.string(), etag: z.string().max(200) });

const INSTALLER = /^(\d+\.\d+\.\d+)\.exe(\.part(\.json)?)?$/;

/** Where an installer is put together, and where it lies once it is whole and verified. */
type PartFile = Readonly<{
  whole: string;
  part: string;
  /** Which file the part is of, as the service calls it; null where there is nothing to go on with. */
  begun(): Readonly<{ etag: string; size: number }> | null;
  /** @throws Error of the file system */
  note(etag: string): void;
  remove(): void;
  removeNote(): void;
}>;

function installerPath(folder: string, version: string): string {
  return join(folder, `${version}.exe`);
}

/** Removes installers, whole and in part, but those of versions that are kept. */
export function removeInstallers(folder: string, isKept: (version: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    const [, version] = INSTALLER.exec(name) ?? [];
    if (version !== undefined && !isKept(version)) rmSync(join(folder, name), { force: true });
  }
}

function partFile(
  folder: string,
  { version, sha512, size }: Pick<UpdateManifest, 'version' | 'sha512' | 'size'>,
): PartFile {
  const whole = installerPath(folder, version);
  const part = `${whole}.part`;
  const noteFile = `${part}.json`;
  return {
    whole,
    part,
    begun() {
      const note = readJsonFile(noteFile, partNote);
      const there = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
      if (note?.sha512 !== sha512 || there === 0 || there > size) return null;
      return { etag: note.etag, size: there };
    },
    note: (etag) => writeDurably(noteFile, JSON.stringify({ sha512, etag })),
    remove() {
      rmSync(part, { force: true });
      rmSync(noteFile, { force: true });
    },
    removeNote: () => rmSync(noteFile, { force: true }),
  };
}
