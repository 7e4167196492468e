import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { fromRoot, ROOT } from '../root.ts';
import { run } from '../run.ts';
import { deal } from './deal.ts';
import type { NodeReport } from './node-report.ts';
import { readReport } from './read-report.ts';
import { addTallies, judge, oneFailure, type Tally } from './tally.ts';

/** Longest time of one test that sets no limit of its own: a test that hangs must not hang the run. */
const TEST_TIMEOUT_MS = 300_000;

/** Spawns, sends signals or changes the environment, so that it needs a process of its own. */
const OWN_PROCESS = /\.process\.test\.ts$/;

/**
 * node:test follows every promise of its process, to know which test a stray error belongs to: with a
 * hundred files in a process that takes most of its time.
 */
const FILES_MAX = 30;

/** Seconds of the slow files of each suite: a shard's share of the work. */
type Durations = Record<string, Record<string, number>>;
const DURATIONS = fromRoot('tools/test/durations.json');
/** Quicker files are all alike to the shards. */
const SLOW_S = 2;

/**
 * Runs test files with node:test, on all cores. Most files share a process, because loading the same
 * modules again for each file took more than half the time. `*.process.test.ts` each get their own, beside
 * the others: they mostly wait for what they have started.
 */
export async function runNodeTests(
  suite: { name: string; files: readonly string[] },
  options: { reportFile: string; env: NodeJS.ProcessEnv; record: boolean },
): Promise<Tally> {
  const durations = JSON.parse(readFileSync(DURATIONS, 'utf8')) as Durations;
  const own = suite.files.filter((file) => OWN_PROCESS.test(file));
  const shared = suite.files.filter((file) => !OWN_PROCESS.test(file));
  const count = Math.max(availableParallelism(), Math.ceil(shared.length / FILES_MAX));
  const shards = deal(shared, count, durations[suite.name] ?? {});
  const waiting = [...shards.entries()];
  const runs: NodeReport[] = [];
  const runShards = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, files] = next;
      const reportFile = `${options.reportFile}.${index}`;
      runs.push(
        await runFiles(suite.name, files, ['--test-isolation=none'], { ...options, reportFile }),
      );
    }
  };
  const runOwn = async () => {
    if (own.length === 0) return;
    // Without this the runner leaves one core unused: of two, half the machine.
    const flags = [`--test-concurrency=${availableParallelism()}`];
    runs.push(await runFiles(suite.name, own, flags, options));
  };
  const lanes = Array.from({ length: availableParallelism() }, runShards);
  await Promise.all([...lanes, runOwn()]);
  if (options.record) {
    const slow = runs
      .flatMap(({ seconds }) => Object.entries(seconds))
      .filter(([, seconds]) => seconds >= SLOW_S)
      .map(([file, seconds]) => [file, Math.round(seconds)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b));
    const recorded = { ...durations, [suite.name]: Object.fromEntries(slow) };
    writeFileSync(DURATIONS, `${JSON.stringify(recorded, null, 2)}\n`);
  }
  return addTallies(runs.map(({ tally }) => tally));
}

async function runFiles(
  name: string,
  files: readonly string[],
  flags: readonly string[],
  { reportFile, env }: { reportFile: string; env: NodeJS.ProcessEnv },
): Promise<NodeReport> {
  const moduleUrl = (path: string) => pathToFileURL(fromRoot(path)).href;
  const args = [
    '--test',
    ...flags,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    `--import=${moduleUrl('tools/test/console-guard.ts')}`,
    `--test-reporter=${moduleUrl('tools/test/file-reporter.ts')}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${moduleUrl('tools/test/node-reporter.ts')}`,
    `--test-reporter-destination=${reportFile}`,
    ...files,
  ];
  const { code } = await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'test' },
    output: 'show',
  });
  const report = readReport<NodeReport>(reportFile);
  const silent = report ? silentFiles(files, report) : [];
  return {
    tally: addTallies([judge(name, report?.tally ?? null, code), ...silent]),
    seconds: report?.seconds ?? {},
  };
}

/** Files that share a process and hold no test; with a process of their own, the report names them. */
function silentFiles(files: readonly string[], { tally, seconds }: NodeReport): Tally[] {
  return files
    .filter((file) => !(file in seconds) && !tally.problems.some((words) => words.includes(file)))
    .map((file) => oneFailure(`${file} ran no tests`));
}
