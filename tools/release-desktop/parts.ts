import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from '../ensure-built.ts';
import { run } from '../run.ts';

/**
 * Packages for another system than this one, as their own lock file has them, kept until it changes: they
 * must not come among the modules of the checkout.
 *
 * @param set the folder beside this file that holds package.json and package-lock.json
 * @returns the folder with node_modules
 * @throws Error with npm's output
 */
export async function installParts(
  set: 'windows' | 'wine',
  { root, say }: Readonly<{ root: string; say: (line: string) => void }>,
): Promise<string> {
  const source = `tools/release-desktop/${set}`;
  const folder = join(root, 'build', 'release-desktop', 'parts', set);
  const stamp = join(folder, 'installed.sha256');
  const inputs = hashInputs(root, [source]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return folder;
  say(`Fetching the parts for ${set === 'wine' ? 'Wine' : 'Windows'} …`);
  rmSync(stamp, { force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, source, file), join(folder, file));
  }
  // --force: npm refuses packages for another system otherwise. What they bring is checked against the lock.
  const { code, output } = await run(
    'npm',
    ['ci', '--force', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'],
    { cwd: folder, output: 'keep' },
  );
  if (code !== 0) throw new Error(`npm cannot install ${source}:\n${output.trim()}`);
  writeFileSync(stamp, inputs);
  return folder;
}
