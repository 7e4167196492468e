import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, runChecks } from './check/run-checks.ts';
import { startPostgres } from './postgres.ts';
import { ROOT } from './root.ts';
import { cleanEnvironment } from './service-environment.ts';
import { ensureSite } from './site.ts';
import { runSuite } from './test/runners.ts';
import { select } from './test/select.ts';
import type { Suite } from './test/suites.ts';
import { findSuites } from './test/suites.ts';
import { printSummary, type SuiteResult } from './test/summary.ts';
import { addTallies, oneFailure, type Tally } from './test/tally.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values: flags, positionals: words } = parseArgs({
  options: { 'with-checks': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const selection = select(findSuites(ROOT), words);
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
  results.push(await timed(suite.name, () => runPrepared(suite)));
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

/** Gives a suite what it needs. What cannot be given is one failure, and the other suites still run. */
async function runPrepared(suite: Suite): Promise<Tally> {
  if (suite.files.length === 0) return oneFailure(`${suite.name} has no tests`);
  const options = { reportFile: join(reports, `${suite.name}.json`), env: cleanEnvironment() };
  try {
    switch (suite.needs) {
      case 'none':
        return await runSuite(suite, options);
      case 'embedded-database':
        options.env.TEST_DATABASE = 'pglite';
        return await runSuite(suite, options);
      case 'postgres':
        return await withPostgres((url) => {
          Object.assign(options.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: url });
          return runSuite(suite, options);
        });
      case 'browser':
        await ensureSite(say);
        return await runSuite(suite, options);
    }
  } catch (error) {
    return oneFailure(`${suite.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function withPostgres(use: (url: string) => Promise<Tally>): Promise<Tally> {
  const postgres = await startPostgres();
  try {
    return await use(postgres.url);
  } finally {
    await postgres.stop();
  }
}
