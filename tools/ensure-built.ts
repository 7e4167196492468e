import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.ts';
import { run } from './run.ts';

/** Something that is built from sources and kept until they change. Paths are from the root of the checkout. */
export type Built = Readonly<{
  /** As in "Building the site". */
  what: string;
  inputs: readonly string[];
  /** Where the script is run, and its name in the package.json there. */
  folder: string;
  script: string;
  /** What it must leave. */
  output: string;
  /** Remembers what the output was made from. */
  stamp: string;
}>;

const NOT_INPUTS = /^(node_modules|build|\.faces|\.react-router|test-results)$|\.test\.tsx?$/;
const PROGRESS_EVERY_MS = 3_000;

/**
 * Builds it unless the build at hand was made from the very files that are there now. Of several processes
 * that want it at the same moment one builds, and the others wait for what it makes.
 *
 * @param say takes one line of progress
 * @throws Error with the build's output when it fails
 */
export async function ensureBuilt(
  built: Built,
  say: (line: string) => void,
  root: string,
): Promise<void> {
  const inputs = hashInputs(root, built.inputs);
  const stamp = join(root, built.stamp);
  const isThere = () =>
    existsSync(stamp) &&
    existsSync(join(root, built.output)) &&
    readFileSync(stamp, 'utf8') === inputs;
  if (isThere()) return;
  const waits = () => say(`Waiting for another process, which is building ${built.what} …`);
  await oneAtATime(join(root, 'build', 'locks', basename(stamp)), waits, async () => {
    if (isThere()) return;
    // A build that is cut short must not pass for the one before it.
    rmSync(stamp, { force: true });
    await build(built, say, root);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, inputs);
  });
}

async function build(
  { what, folder, script, output: left }: Built,
  say: (line: string) => void,
  root: string,
): Promise<void> {
  say(`Building ${what}; this happens once, and again when its sources change …`);
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0);
  const progress = setInterval(() => say(`  … ${seconds()} s`), PROGRESS_EVERY_MS);
  try {
    const { code, output } = await run(process.execPath, ['--run', script], {
      cwd: join(root, folder),
      env: { ...process.env, NODE_ENV: 'production' },
      output: 'keep',
    });
    if (code !== 0) throw new Error(`${what} cannot be built (code ${code}):\n${output.trim()}`);
    if (!existsSync(join(root, left)))
      throw new Error(`the build left no ${left}:\n${output.trim()}`);
  } finally {
    clearInterval(progress);
  }
  say(`Built ${what} in ${seconds()} s.`);
}

/** One figure for the names and contents of everything that something is made from. */
export function hashInputs(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, root, input);
  return hash.digest('hex');
}

function addTo(hash: Hash, root: string, path: string): void {
  const place = join(root, path);
  const kind = statSync(place, { throwIfNoEntry: false });
  if (kind?.isFile()) hash.update(`${path}\0`).update(readFileSync(place)).update('\0');
  if (!kind?.isDirectory()) return;
  for (const name of readdirSync(place).sort()) {
    if (!NOT_INPUTS.test(name)) addTo(hash, root, `${path}/${name}`);
  }
}
