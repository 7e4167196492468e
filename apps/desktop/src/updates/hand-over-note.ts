import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';
import { writeDurably } from './current-ini.ts';
import { updatesFolder } from './update-records.ts';

const handOverNote = z.object({
  format: z.literal(1),
  from: releaseVersion,
  to: releaseVersion,
  sha512: z.string(),
  /** Configurations whose bots were at work. */
  resume: z.array(z.string()),
});
/** A switch from one version to another that is under way: whoever starts next knows of it. */
export type HandOverNote = z.output<typeof handOverNote>;

const confirmation = z.object({ version: z.string() });

/** @returns null where none is under way, or what is there cannot be read */
export function readHandOver(dataDir: string): HandOverNote | null {
  return handOverNote.safeParse(jsonOf(noteFile(dataDir))).data ?? null;
}

/** @throws Error of the file system */
export function writeHandOver(dataDir: string, note: Omit<HandOverNote, 'format'>): void {
  writeDurably(noteFile(dataDir), JSON.stringify({ format: 1, ...note }));
}

export function removeHandOver(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true });
}

/** Which version said last that it came up; null: none has since the word was taken back. */
export function readConfirmed(dataDir: string): string | null {
  return confirmation.safeParse(jsonOf(confirmedFile(dataDir))).data?.version ?? null;
}

/** @throws Error of the file system */
export function writeConfirmed(dataDir: string, version: string): void {
  writeDurably(confirmedFile(dataDir), JSON.stringify({ version }));
}

export function removeConfirmed(dataDir: string): void {
  rmSync(confirmedFile(dataDir), { force: true });
}

function noteFile(dataDir: string): string {
  return join(updatesFolder(dataDir), 'hand-over.json');
}

function confirmedFile(dataDir: string): string {
  return join(updatesFolder(dataDir), 'confirmed.json');
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
