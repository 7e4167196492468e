import { readFile, stat } from 'node:fs/promises';
import {
  type SignedUpdate,
  UPDATE_MANIFEST_MAX,
  UPDATE_SIGNATURE_SIZE,
  type UpdateManifest,
  updateManifest,
} from '@quorate/contract/desktop-update';

/** Where the release's builder left what installed apps update by. */
export type UpdateFiles = Readonly<{ manifest: string; signature: string }>;

type ReadUpdate =
  | { kind: 'update'; signed: SignedUpdate; manifest: UpdateManifest }
  | { kind: 'refused'; reason: string };

/**
 * Reads a signed manifest as it is to be served. The service has no key to verify the signature with:
 * every app does so by itself.
 */
export async function readUpdate(files: UpdateFiles): Promise<ReadUpdate> {
  const manifest = await readSmall(files.manifest, UPDATE_MANIFEST_MAX);
  if (typeof manifest === 'string') return { kind: 'refused', reason: manifest };
  const signature = await readSmall(files.signature, UPDATE_SIGNATURE_SIZE);
  if (typeof signature === 'string') return { kind: 'refused', reason: signature };
  if (signature.length !== UPDATE_SIGNATURE_SIZE) {
    const reason = `The file ${files.signature} has ${signature.length} bytes, and a signature has ${UPDATE_SIGNATURE_SIZE}.`;
    return { kind: 'refused', reason };
  }
  const parsed = updateManifest.safeParse(jsonOrNull(manifest.toString('utf8')));
  if (!parsed.success) {
    const [wrong] = parsed.error.issues;
    const where = wrong && wrong.path.length > 0 ? `: ${wrong.path.join('.')}` : '';
    return { kind: 'refused', reason: `The file ${files.manifest} is no update manifest${where}.` };
  }
  const signed = {
    manifest: manifest.toString('base64'),
    signature: signature.toString('base64'),
  };
  return { kind: 'update', signed, manifest: parsed.data };
}

/** Until when installed apps believe what is served to them; null where it cannot be read. */
export function believedUntil({ manifest }: SignedUpdate): string | null {
  const text = Buffer.from(manifest, 'base64').toString('utf8');
  const parsed = updateManifest.safeParse(jsonOrNull(text));
  return parsed.success ? parsed.data.expires_at : null;
}

/** Why a manifest does not speak of the installer that was stored; null where it does. */
export function mismatchOf(
  manifest: UpdateManifest,
  stored: Readonly<{ version: string; size: number; sha512: string }>,
): string | null {
  if (manifest.version !== stored.version)
    return `The update manifest is of version ${manifest.version}, not of ${stored.version}.`;
  if (manifest.size !== stored.size)
    return `The update manifest is of a file of ${manifest.size} bytes, and this one has ${stored.size}.`;
  if (manifest.sha512 !== stored.sha512)
    return `The update manifest is of another file: its SHA-512 begins with ${manifest.sha512.slice(0, 16)}, and that of this one with ${stored.sha512.slice(0, 16)}.`;
  return null;
}

/** @returns a sentence where it cannot be read or is larger than `limit` bytes */
async function readSmall(path: string, limit: number): Promise<Buffer | string> {
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) return `There is no file ${path}.`;
  if (file.size > limit)
    return `The file ${path} has ${file.size} bytes, and ${limit} are the most.`;
  return readFile(path);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
