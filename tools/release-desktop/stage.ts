import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readExpertSources } from '../../apps/bot/src/mt5/install/deploy-expert.ts';
import { EXECUTABLE } from './executable.ts';

type StageInput = Readonly<{
  root: string;
  /** Node's program with our script, signed where it is to be. */
  executable: string;
  /** By path from the folder of the version. */
  threads: ReadonlyMap<string, string>;
  /** node_modules with the keyring for Windows. */
  parts: string;
  /** Made again. */
  folder: string;
}>;

/** The list of what a version consists of, in its folder. */
const FILE_LIST = 'files.json';
const KEYRING = 'node_modules/@napi-rs/keyring-win32-x64-msvc';

/**
 * Lays out the folder of one version as it is installed.
 *
 * @returns every file of it in order, with slashes
 */
export function stageVersion(input: StageInput): readonly string[] {
  const { root, folder, parts } = input;
  rmSync(folder, { recursive: true, force: true });
  const place = (path: string) => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  copyFileSync(input.executable, place(EXECUTABLE));
  copyFileSync(join(parts, KEYRING, 'keyring.win32-x64-msvc.node'), place('keyring.node'));
  for (const [path, script] of input.threads) writeFileSync(place(path), script);
  for (const { path, bytes } of readExpertSources(join(root, 'apps/bot/mt5'))) {
    writeFileSync(place(`resources/mt5/${path}`), bytes);
  }
  const built = join(root, 'apps/desktop/build/interface');
  for (const path of filesIn(built)) {
    copyFileSync(join(built, path), place(`resources/interface/${path}`));
  }
  const files = filesIn(folder);
  writeFileSync(place(FILE_LIST), fileList(folder, files));
  return [...files, FILE_LIST].toSorted();
}

/** SHA-256 of each file, by its path. */
function fileList(folder: string, files: readonly string[]): string {
  const list = files.map((path) => [
    path,
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex'),
  ]);
  return `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;
}

/** By path with slashes, in an order that is the same everywhere. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
