import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { packageBin } from '../package-bin.ts';
import { fromRoot, ROOT } from '../root.ts';
import { run } from '../run.ts';
import type { PlaywrightReport } from './playwright-report.ts';
import { countPlaywrightTests } from './playwright-report.ts';
import type { Suite } from './suites.ts';
import type { Tally } from './tally.ts';
import { judge } from './tally.ts';
import type { VitestReport } from './vitest-report.ts';
import { countVitestTests } from './vitest-report.ts';

/** Longest time of one test that sets no limit of its own: a test that hangs must not hang the run. */
const TEST_TIMEOUT_MS = 300_000;

export type RunnerOptions = { reportFile: string; env: NodeJS.ProcessEnv };

/** Runs one suite with its output on the terminal, and counts what its runner reported. */
export async function runSuite(suite: Suite, options: RunnerOptions): Promise<Tally> {
  const { code, tally } = await RUNNERS[suite.runner](suite, options);
  return judge(suite.name, tally(), code);
}

type Outcome = { code: number; tally: () => Tally | null };

const RUNNERS: Record<Suite['runner'], (suite: Suite, options: RunnerOptions) => Promise<Outcome>> =
  {
    async node(suite, { reportFile, env }) {
      const moduleUrl = (path: string) => pathToFileURL(fromRoot(path)).href;
      const args = [
        '--test',
        // Left to itself it leaves a core unused: of two, half the machine.
        `--test-concurrency=${availableParallelism()}`,
        `--test-timeout=${TEST_TIMEOUT_MS}`,
        `--import=${moduleUrl('tools/test/console-guard.ts')}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        `--test-reporter=${moduleUrl('tools/test/node-reporter.ts')}`,
        `--test-reporter-destination=${reportFile}`,
        ...suite.files,
      ];
      const { code } = await run(process.execPath, args, {
        cwd: ROOT,
        env: { ...env, NODE_ENV: 'test' },
        output: 'show',
      });
      return { code, tally: () => readReport(reportFile, (report: Tally) => report) };
    },

    async vitest(suite, { reportFile, env }) {
      const cwd = fromRoot(suite.folder);
      const args = [
        packageBin('vitest', 'vitest', cwd),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...suite.files.map((file) => file.slice(suite.folder.length + 1)),
      ];
      const { code } = await run(process.execPath, args, { cwd, env, output: 'show' });
      return {
        code,
        tally: () => readReport(reportFile, (report: VitestReport) => countVitestTests(report)),
      };
    },

    async playwright(suite, { reportFile, env }) {
      const cwd = fromRoot(suite.folder);
      const args = [
        packageBin('@playwright/test', 'playwright', cwd),
        'test',
        '--reporter=list,json',
        // Playwright takes its arguments for regular expressions.
        ...suite.files.map((file) => `/${RegExp.escape(file)}$`),
      ];
      const { code } = await run(process.execPath, args, {
        cwd,
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
        output: 'show',
      });
      return {
        code,
        tally: () =>
          readReport(reportFile, (report: PlaywrightReport) => countPlaywrightTests(report)),
      };
    },
  };

/** null when there is no report, or half of one: its runner died. */
function readReport<Report>(file: string, count: (report: Report) => Tally): Tally | null {
  if (!existsSync(file)) return null;
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  return count(report);
}
