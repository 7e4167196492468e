import { packageBin } from '../package-bin.ts';
import { fromRoot } from '../root.ts';
import { run } from '../run.ts';
import type { PlaywrightReport } from './playwright-report.ts';
import { countPlaywrightTests } from './playwright-report.ts';
import { readReport } from './read-report.ts';
import { runNodeTests } from './run-node-tests.ts';
import type { Suite } from './suites.ts';
import type { Tally } from './tally.ts';
import { judge } from './tally.ts';
import type { VitestReport } from './vitest-report.ts';
import { countVitestTests } from './vitest-report.ts';

export type RunnerOptions = {
  reportFile: string;
  env: NodeJS.ProcessEnv;
  /** Keep the seconds of slow files for the next run's shards. */
  record: boolean;
};

/** Runs one suite with its output on the terminal, and counts what its runner reported. */
export function runSuite(suite: Suite, options: RunnerOptions): Promise<Tally> {
  switch (suite.runner) {
    case 'node':
      return runNodeTests(suite, options);
    case 'vitest':
      return runVitest(suite, options);
    case 'playwright':
      return runPlaywright(suite, options);
  }
}

async function runVitest(suite: Suite, { reportFile, env }: RunnerOptions): Promise<Tally> {
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
  const report = readReport<VitestReport>(reportFile);
  return judge(suite.name, report && countVitestTests(report), code);
}

async function runPlaywright(suite: Suite, { reportFile, env }: RunnerOptions): Promise<Tally> {
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
  const report = readReport<PlaywrightReport>(reportFile);
  return judge(suite.name, report && countPlaywrightTests(report), code);
}
