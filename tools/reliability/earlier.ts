import { readFileSync } from 'node:fs';
import type { Result } from '../bench/measure.ts';
import type { SuiteRun } from './verdicts.ts';

/**
 * What a run of the tests found that was asked to write it down.
 *
 * @throws Error where the file holds anything else
 */
export function foundBefore(file: string): SuiteRun[] {
  const runs: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (Array.isArray(runs) && runs.length > 0 && runs.every(isRun)) return runs;
  throw new Error(`${file} is not what npm test -- --results writes`);
}

/**
 * What a run of benchmarks measured that was asked for it as JSON.
 *
 * @throws Error where the file holds anything else
 */
export function measuredBefore(file: string): Result[] {
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as { results?: unknown };
  if (Array.isArray(results) && results.every(isResult)) return results;
  throw new Error(`${file} is not what npm run bench -- --json prints`);
}

function isRun(value: unknown): value is SuiteRun {
  const { name, files, tally } = Object(value) as Partial<SuiteRun>;
  return (
    typeof name === 'string' &&
    Array.isArray(files) &&
    typeof tally?.failed === 'number' &&
    Array.isArray(tally.problems)
  );
}

function isResult(value: unknown): value is Result {
  const { name, holds, measurement } = Object(value) as Partial<Result>;
  return typeof name === 'string' && typeof holds === 'boolean' && measurement !== undefined;
}
