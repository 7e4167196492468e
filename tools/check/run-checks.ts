import { availableParallelism } from 'node:os';
import { packageBin } from '../package-bin.ts';
import { fromRoot, ROOT } from '../root.ts';
import { run } from '../run.ts';

export type Check = {
  name: string;
  /** Arguments of Node. */
  command: string[];
  cwd?: string;
};

/** What an earlier run found is kept, so that only what changed, and what imports it, is judged again. */
const types = (folder: string) => [
  packageBin('typescript', 'tsc'),
  '-p',
  `${folder}/tsconfig.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `.tsbuild/${folder.replaceAll('/', '-')}.tsbuildinfo`,
];

/** What is checked without running or building the product, the slowest first. */
export const QUICK_CHECKS: readonly Check[] = [
  {
    name: 'lint with types',
    command: [packageBin('oxlint', 'oxlint'), '--type-aware', '--deny-warnings'],
  },
  { name: 'types', command: types('.') },
  {
    name: 'format and lint',
    command: [packageBin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
  },
  { name: 'types of the site', command: ['--run', 'typecheck'], cwd: fromRoot('apps/web') },
  { name: 'types of the app', command: types('apps/desktop') },
  { name: 'types of the shared parts', command: types('packages/ui') },
  { name: 'types of the journeys', command: types('e2e') },
  { name: 'unused', command: [packageBin('knip', 'knip')] },
  { name: 'migrations', command: ['tools/check-migrations.ts'] },
  { name: 'words', command: ['tools/check-words.ts'] },
  { name: 'texts in catalogues', command: ['tools/check-catalogue.ts'] },
  { name: 'catalogues', command: ['tools/catalogues.ts', '--check'] },
  { name: 'proofs', command: ['tools/proofs.ts', '--check'] },
  { name: 'tables of the docs', command: ['tools/docs-tables.ts', '--check'] },
  { name: 'the API', command: ['tools/api.ts', 'check'] },
];

/** Everything that is checked without running the product. */
export const CHECKS: readonly Check[] = [
  { name: 'size of the site', command: ['tools/check-size.ts'] },
  ...QUICK_CHECKS,
];

/**
 * Runs checks, one on each core, and says a line about each; a failed one says all it had to say.
 *
 * @returns the names of those that failed
 */
export async function runChecks(
  checks: readonly Check[],
  say: (line: string) => void,
): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...checks];
  const check = async ({ name, command, cwd }: Check) => {
    const startedAt = performance.now();
    const { code, output } = await run(process.execPath, command, {
      cwd: cwd ?? ROOT,
      output: 'keep',
    });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)}  ${seconds.padStart(6)} s`);
    if (code === 0) return;
    failed.push(name);
    say(`${output.trim()}\n`);
  };
  const checkOnACore = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkOnACore));
  return failed;
}
