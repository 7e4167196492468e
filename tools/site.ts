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
import { dirname, join } from 'node:path';
import { ROOT } from './root.ts';
import { run } from './run.ts';

const INPUTS = [
  'package-lock.json',
  'apps/web',
  'packages/content',
  'packages/contract',
  'packages/trading',
  'packages/values',
  'tools/finish-site.ts',
  'tools/finish-site',
];
const NOT_INPUTS = /^(node_modules|build|\.faces|\.react-router|test-results)$|\.test\.tsx?$/;
const STAMP = 'apps/web/build/inputs.sha256';
const SITE = 'apps/web/build/client';
const PROGRESS_EVERY_MS = 3_000;

/**
 * Builds the site unless the build at hand was made from the very files that are there now.
 *
 * @param say takes one line of progress
 * @throws Error with the build's output when it fails
 */
export async function ensureSite(say: (line: string) => void, root = ROOT): Promise<void> {
  const inputs = hashInputs(root);
  if (isCurrent(root, inputs)) return;
  say('Building the site; this happens once, and again when its sources change …');
  const stamp = join(root, STAMP);
  // A build that is cut short must not pass for the one before it.
  rmSync(stamp, { force: true });
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0);
  const progress = setInterval(() => say(`  … ${seconds()} s`), PROGRESS_EVERY_MS);
  try {
    const { code, output } = await run(process.execPath, ['--run', 'build'], {
      cwd: join(root, 'apps/web'),
      env: { ...process.env, NODE_ENV: 'production' },
      output: 'keep',
    });
    if (code !== 0) throw new Error(`the site cannot be built (code ${code}):\n${output.trim()}`);
    if (!existsSync(join(root, SITE)))
      throw new Error(`the build left no ${SITE}:\n${output.trim()}`);
  } finally {
    clearInterval(progress);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
  say(`Built the site in ${seconds()} s.`);
}

/** One figure for the names and contents of everything the site is made from. */
export function hashInputs(root: string): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) addTo(hash, root, input);
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

function isCurrent(root: string, inputs: string): boolean {
  const stamp = join(root, STAMP);
  return (
    existsSync(stamp) && existsSync(join(root, SITE)) && readFileSync(stamp, 'utf8') === inputs
  );
}
