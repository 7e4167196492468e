import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';

const NAME = /^open-[0-9a-f]+\.html$/;

/**
 * Writes a page that leads to an address, for its owner's eyes alone: on Linux and macOS every user of the
 * computer sees the arguments of programs, and the address has a ticket in it.
 *
 * @returns the file
 * @throws Error of the file system
 */
export function writePrivatePage(dataDir: string, address: string): string {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `open-${randomBytes(8).toString('hex')}.html`);
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Opening</title>
<meta http-equiv="refresh" content="0; url=${address}">
<p><a href="${address}">Open the app</a></p>
`;
  writeWhole(file, page, 0o600);
  return file;
}

/** Takes such pages away. The tickets in them count for a minute at most. */
export function removePrivatePages(dataDir: string): void {
  const folder = folderOf(dataDir);
  try {
    for (const name of readdirSync(folder)) {
      if (NAME.test(name)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // There are none, or they cannot be reached: no ticket in them counts any longer.
  }
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'opening');
}
