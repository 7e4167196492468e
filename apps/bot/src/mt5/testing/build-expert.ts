import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXPERT_FOLDER } from '../../resources.ts';

const run = promisify(execFile);
const FLAGS = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter'];
const SANITIZERS = ['-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];
const PROGRAMS = { expert: [...FLAGS, '-O1'], units: [...FLAGS, ...SANITIZERS] };

/** Why the expert cannot be built here, for a test to skip itself with; false where it can. */
export const withoutCompiler: string | false =
  spawnSync('g++', ['--version']).status === 0 ? false : 'g++ is absent';

/**
 * Compiles one of the expert's test programs with g++, or takes it from an earlier build of the same sources.
 *
 * @returns the path of the program
 */
export async function buildExpert(program: keyof typeof PROGRAMS): Promise<string> {
  const flags = PROGRAMS[program];
  const sources = await sourcesOfExpert();
  const hash = createHash('sha256')
    .update(JSON.stringify([flags, sources]))
    .digest('hex');
  const folder = join(tmpdir(), 'quorate-expert-builds');
  const built = join(folder, `${program}-${hash.slice(0, 16)}`);
  if (existsSync(built)) return built;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'build-'));
  // C++ has no `#property`; all else of the file is compiled as it stands.
  const main = sources['Quorate.mq5']?.replace(/^#property.*$/gm, '') ?? '';
  writeFileSync(join(work, 'Quorate.mq5.hpp'), main);
  const includes = [work, EXPERT_FOLDER].map((path) => `-I${path}`);
  const output = join(work, program);
  const source = join(EXPERT_FOLDER, 'test', `${program}.cpp`);
  await run('g++', [...flags, ...includes, source, '-o', output]);
  renameSync(output, built);
  rmSync(work, { recursive: true });
  return built;
}

/** Every source of the expert and its tests by its path in the folder. */
export async function sourcesOfExpert(): Promise<Readonly<Record<string, string>>> {
  const paths = await readdir(EXPERT_FOLDER, { recursive: true });
  const sources = paths.filter((path) => /\.(mq5|mqh|cpp|hpp)$/.test(path)).sort();
  return Object.fromEntries(
    sources.map((path) => [path, readFileSync(join(EXPERT_FOLDER, path), 'utf8')]),
  );
}
