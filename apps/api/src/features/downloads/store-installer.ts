import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Manifest, manifestPath, storedName } from './manifest.ts';

const CHUNK_BYTES = 1024 * 1024;

/** What a publish writes into until it is whole; nothing reads files of this name. */
const UNFINISHED = '.part';

/** No copy takes so long: what is older was left by one that was killed. */
const STALE_MS = 86_400_000;

/**
 * Copies an installer into the folder of releases and hashes it on the way; it is on the disk, under the
 * name that its hash gives it, when this returns. Updates name it by its SHA-512.
 */
export async function storeInstaller(
  folder: string,
  source: string,
  version: string,
): Promise<Pick<Manifest, 'size' | 'sha256' | 'stored_as'> & { sha512: string }> {
  const hash = createHash('sha256');
  const longHash = createHash('sha512');
  let size = 0;
  const part = join(folder, `${randomUUID()}${UNFINISHED}`);
  try {
    await pipeline(
      createReadStream(source, { highWaterMark: CHUNK_BYTES }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          longHash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(part, { flags: 'wx', flush: true }),
    );
    const sha256 = hash.digest('hex');
    const storedAs = storedName(version, sha256);
    await rename(part, join(folder, storedAs));
    await syncFolder(folder);
    return { size, sha256, sha512: longHash.digest('hex'), stored_as: storedAs };
  } finally {
    await rm(part, { force: true });
  }
}

/** Puts a release on offer, at once and whole. */
export async function writeManifest(folder: string, release: Manifest): Promise<void> {
  const part = join(folder, `${randomUUID()}${UNFINISHED}`);
  try {
    await writeFile(part, `${JSON.stringify(release, null, 2)}\n`, { flag: 'wx', flush: true });
    await rename(part, manifestPath(folder, release.version));
    await syncFolder(folder);
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes what a publish that was killed has left. @param now milliseconds */
export async function removeStale(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

/** A new name is lost with the power unless its folder is on the disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
