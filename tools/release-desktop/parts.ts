import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from '../ensure-built.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { run } from '../run.ts';

/** The folder beside this file that holds package.json and package-lock.json. */
type PartSet = 'windows' | 'wine';

/**
 * Packages for another system than this one, as their own lock file has them, kept until it changes: they
 * must not come among the modules of the checkout. Of several processes one fetches them.
 *
 * @returns the folder with node_modules
 * @throws Error with npm's output
 */
export async function installParts(
  set: PartSet,
  { root, say }: Readonly<{ root: string; say: (line: string) => void }>,
): Promise<string> {
  const source = join('tools', 'release-desktop', set);
  const parts = join(root, 'build', 'release-desktop', 'parts');
  const folder = join(parts, set);
  const stamp = join(folder, 'installed.sha256');
  const inputs = hashInputs(root, [source]);
  const areThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
  if (areThere()) return folder;
  const target = set === 'wine' ? 'Wine' : 'Windows';
  const waits = () => say(`Waiting for another process, which fetches the parts for ${target} …`);
  await oneAtATime(join(parts, `${set}.lock`), waits, async () => {
    if (areThere()) return;
    say(`Fetching the parts for ${target} …`);
    rmSync(stamp, { force: true });
    await fetchInto(folder, join(root, source));
    writeFileSync(stamp, inputs);
  });
  return folder;
}

async function fetchInto(folder: string, source: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(source, file), join(folder, file));
  }
  // --force: npm refuses packages for another system otherwise. What they bring is checked against the lock.
  const { code, output } = await run(
    'npm',
    ['ci', '--force', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'],
    { cwd: folder, output: 'keep' },
  );
  if (code !== 0) throw new Error(`npm cannot install what ${source} lists:\n${output.trim()}`);
}
