import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BotFault } from '../../bot-fault.ts';
import { writeWhole } from '../../files.ts';
import { EXPERT_FOLDER } from '../../resources.ts';
import { t } from '../../words.ts';

/** Where the expert stands in a data folder. */
type DeployedExpert = Readonly<{
  folder: string;
  /** Quorate.mq5. */
  source: string;
  /** Quorate.ex5, which the compiler makes. */
  program: string;
}>;

export function deployedExpert(dataFolder: string): DeployedExpert {
  const folder = join(dataFolder, 'MQL5', 'Experts', EXPERT_NAME);
  return {
    folder,
    source: join(folder, `${EXPERT_NAME}.mq5`),
    program: join(folder, `${EXPERT_NAME}.ex5`),
  };
}

/**
 * Copies the sources into a terminal's data folder. A file that is the same already is left alone, so that
 * the editor does not see it as changed.
 *
 * @returns the files that were written
 * @throws BotFault `terminal` when the folder cannot be written
 */
export function deployExpert(
  dataFolder: string,
  sources: readonly ExpertSource[],
): readonly string[] {
  const { folder } = deployedExpert(dataFolder);
  try {
    const changed = sources.filter(({ path, bytes }) => !isSame(join(folder, path), bytes));
    for (const { path, bytes } of changed) write(join(folder, path), bytes);
    return changed.map(({ path }) => join(folder, path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BotFault('terminal', t`The expert cannot be put into ${{ folder }}: ${{ reason }}`, {
      cause: error,
    });
  }
}

const record = z.object({ sources: z.string(), program: z.string() });

/** Whether the compiled program is of exactly these sources; what it says is what to do. */
export function compileState(
  dataFolder: string,
  sources: readonly ExpertSource[],
): 'current' | 'not-deployed' | 'not-compiled' | 'outdated' {
  const { folder, source, program } = deployedExpert(dataFolder);
  if (!existsSync(source)) return 'not-deployed';
  if (!existsSync(program)) return 'not-compiled';
  const compiled = readRecord(recordFile(folder));
  const isCurrent =
    compiled?.sources === sourcesHash(sources) && compiled.program === hashOrNull(program);
  return isCurrent ? 'current' : 'outdated';
}

/** Remembers of which sources the program was compiled. */
export function recordCompiled(dataFolder: string, sources: readonly ExpertSource[]): void {
  const { folder, program } = deployedExpert(dataFolder);
  const text = JSON.stringify({ sources: sourcesHash(sources), program: hashOf(program) });
  write(recordFile(folder), Buffer.from(`${text}\n`));
}

function recordFile(folder: string): string {
  return join(folder, 'compiled.json');
}

function readRecord(file: string): z.output<typeof record> | null {
  try {
    return record.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Compiled by hand or never: compiling again does no harm.
    return null;
  }
}

/** null for a program that cannot be read, as while a virus scanner has it. */
function hashOrNull(file: string): string | null {
  try {
    return hashOf(file);
  } catch {
    return null;
  }
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function isSame(file: string, bytes: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(bytes);
}

function write(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, bytes);
}

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
