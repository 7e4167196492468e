import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPERT_FOLDER } from '../../resources.ts';

/** One file of the expert. */
export type ExpertSource = Readonly<{
  /** From the folder of the expert, with slashes. */
  path: string;
  bytes: Buffer;
}>;

/** The expert's program without its extension, and the folder it is deployed to. */
export const EXPERT_NAME = 'Quorate';

/** Folders of the sources that are for tests on this machine alone. */
const NOT_DEPLOYED = ['test', 'tests', 'shim', 'build'];

/** The files that the terminal's compiler needs, in order. */
export function readExpertSources(folder: string = EXPERT_FOLDER): readonly ExpertSource[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(mq5|mqh)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: file.slice(folder.length + 1).replaceAll('\\', '/') }))
    .filter(({ path }) => !NOT_DEPLOYED.includes(path.split('/')[0] ?? ''))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ file, path }) => ({ path, bytes: readFileSync(file) }));
}

/** A name for exactly these sources. */
export function sourcesHash(sources: readonly ExpertSource[]): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of sources) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}
