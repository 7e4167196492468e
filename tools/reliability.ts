import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark } from './bench/benchmark.ts';
import { measure, type Result } from './bench/measure.ts';
import { CHECK_GROUPS } from './reliability/checks.ts';
import { foundBefore, measuredBefore } from './reliability/earlier.ts';
import { reliabilityFaults } from './reliability/faults.ts';
import { GOALS } from './reliability/goals.ts';
import { RELIABILITY_PAGE, reliabilityPage } from './reliability/page.ts';
import type { SuiteRun } from './reliability/verdicts.ts';
import { fromRoot, ROOT } from './root.ts';
import { exitOnSignals } from './run.ts';
import { runPrepared } from './test/run-prepared.ts';
import { findSuites } from './test/suites.ts';

const { values: flags } = parseArgs({
  options: {
    /** Looks whether everything that is named is there, and runs nothing. */
    check: { type: 'boolean', default: false },
    /** What `npm test -- --results FILE` has found, instead of running the tests again. */
    tests: { type: 'string' },
    /** What `npm run bench -- --json NAME… >FILE` has measured, instead of measuring again; may be several. */
    benches: { type: 'string', multiple: true },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

const faults = reliabilityFaults(CHECK_GROUPS, GOALS, ROOT);
for (const fault of faults) say(fault);
const checks = CHECK_GROUPS.flatMap((group) => group.checks);
say(`${checks.length} checks, ${GOALS.length} goals, ${faults.length} faults`);
if (faults.length > 0) process.exit(1);
if (flags.check) {
  const page = readFileSync(fromRoot(RELIABILITY_PAGE), 'utf8');
  const absent = checks.filter(({ id, promise }) => !page.includes(`| ${id} | ${promise} |`));
  for (const { id } of absent) say(`${RELIABILITY_PAGE} lacks ${id}: npm run reliability`);
  process.exit(absent.length > 0 ? 1 : 0);
}

exitOnSignals();
const runs = flags.tests === undefined ? await runTests() : foundBefore(flags.tests);
const results = flags.benches?.flatMap(measuredBefore) ?? (await runBenches());

writeFileSync(fromRoot(RELIABILITY_PAGE), reliabilityPage(CHECK_GROUPS, GOALS, runs, results));
say(`\n${RELIABILITY_PAGE} is written`);
const failed = runs.reduce((sum, { tally }) => sum + tally.failed, 0);
process.exit(failed > 0 || results.some(({ holds }) => !holds) ? 1 : 0);

async function runTests(): Promise<SuiteRun[]> {
  const reports = mkdtempSync(join(tmpdir(), 'quorate-reliability-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const named = new Set(checks.flatMap(({ tests }) => tests.map((test) => test.split(' › ')[0])));
  const found: SuiteRun[] = [];
  for (const suite of findSuites(ROOT)) {
    const files = suite.files.filter((file) => named.has(file));
    if (files.length === 0) continue;
    say(`\n── ${suite.name} · ${files.length} files`);
    const tally = await runPrepared({ ...suite, files }, reports, say);
    found.push({ name: suite.name, files, tally });
  }
  return found;
}

async function runBenches(): Promise<Result[]> {
  const names = [...new Set([...checks, ...GOALS].flatMap((each) => each.benches ?? []))];
  const measured: Result[] = [];
  for (const name of names) {
    say(`measuring ${name} …`);
    const module: { benchmark: Benchmark } = await import(`./bench/${name}.bench.ts`);
    measured.push(await measure(module.benchmark, (line) => say(`  ${line}`)));
  }
  return measured;
}
