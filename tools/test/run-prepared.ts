import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';
import { cleanEnvironment } from '../service-environment.ts';
import { ensureSite } from '../site.ts';
import { runSuite } from './runners.ts';
import type { Suite } from './suites.ts';
import { oneFailure, type Tally } from './tally.ts';

/**
 * Gives a suite what it needs and runs it. What cannot be given is one failure, and other suites still run.
 *
 * @param reports folder for the runners' own reports
 */
export async function runPrepared(
  suite: Suite,
  reports: string,
  say: (line: string) => void,
  { record = false, scale = 'full' }: { record?: boolean; scale?: 'full' | 'part' } = {},
): Promise<Tally> {
  if (suite.files.length === 0) return oneFailure(`${suite.name} has no tests`);
  const options = {
    reportFile: join(reports, `${suite.name}.json`),
    env: cleanEnvironment(),
    record,
  };
  options.env.TEST_SCALE = scale;
  // Every process reads the same modules.
  options.env.NODE_COMPILE_CACHE = join(reports, 'compiled');
  try {
    switch (suite.needs) {
      case 'none':
        return await runSuite(suite, options);
      case 'embedded-database':
        options.env.TEST_DATABASE = 'pglite';
        return await runSuite(suite, options);
      case 'postgres':
      case 'postgres-two-copies':
        if (suite.needs === 'postgres-two-copies') options.env.TEST_COPIES = '2';
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
