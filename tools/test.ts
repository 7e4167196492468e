import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, runChecks } from './check/run-checks.ts';
import { ROOT } from './root.ts';
import { runPrepared } from './test/run-prepared.ts';
import { select } from './test/select.ts';
import { findSuites } from './test/suites.ts';
import { printSummary, type SuiteResult } from './test/summary.ts';
import { addTallies, oneFailure, type Tally } from './test/tally.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values: flags, positionals: words } = parseArgs({
  options: {
    'with-checks': { type: 'boolean', default: false },
    /** Keeps the seconds of slow files in tools/test/durations.json, by which the next runs share work. */
    record: { type: 'boolean', default: false },
    /** Every test of the service on both databases and on two copies; so it is for files named by a word. */
    everywhere: { type: 'boolean', default: false },
    /** Stress tests at the scale of a whole run, also for files that are named. */
    part: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const where = flags.everywhere || words.length > 0 ? 'everywhere' : 'once';
const scale = where === 'once' || flags.part ? 'part' : 'full';
const selection = select(findSuites(ROOT, where), words);
if (selection.kind === 'refused') {
  process.stderr.write(`${selection.reason}\n`);
  process.exit(1);
}

const reports = mkdtempSync(join(tmpdir(), 'quorate-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const results: SuiteResult[] = [];
if (flags['with-checks']) {
  say('── checks');
  results.push(await timed('checks', checksTally));
}
for (const suite of selection.suites) {
  say(`\n── ${suite.name} · ${suite.files.length} files`);
  results.push(
    await timed(suite.name, () =>
      runPrepared(suite, reports, say, { record: flags.record, scale }),
    ),
  );
}
process.exitCode = printSummary(results, say);
async function timed(name: string, work: () => Promise<Tally>): Promise<SuiteResult> {
  const startedAt = performance.now();
  const tally = await work();
  return { name, tally, seconds: (performance.now() - startedAt) / 1_000 };
}

/** A check is no test: one that passes adds nothing, one that fails is a failure. */
async function checksTally(): Promise<Tally> {
  const failed = await runChecks(CHECKS, say);
  return addTallies(failed.map((name) => oneFailure(`the check of ${name} failed`)));
}
