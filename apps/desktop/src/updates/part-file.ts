import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateManifest } from '@quorate/contract/desktop-update';
import { z } from 'zod';
import { writeDurably } from './current-ini.ts';

const partNote = z.object({ sha512: z.string(), etag: z.string().max(200) });

const INSTALLER = /^(\d+\.\d+\.\d+)\.exe(\.part(\.json)?)?$/;

/** Where an installer is put together, and where it lies once it is whole and verified. */
export type PartFile = Readonly<{
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

export function partFile(
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
      const note = readNote(noteFile);
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

function readNote(file: string): z.output<typeof partNote> | null {
  try {
    return partNote.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
