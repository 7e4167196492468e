import { CHECKS, runChecks } from './check/run-checks.ts';
import { ROOT } from './root.ts';
import { findSuites } from './test/suites.ts';

const unitSuites = findSuites(ROOT)
  .filter((suite) => suite.needs === 'none')
  .map((suite) => suite.name);
const unitTests = { name: 'unit tests', command: ['tools/test.ts', ...unitSuites] };

const failed = await runChecks([...CHECKS, unitTests], (line) => process.stdout.write(`${line}\n`));
if (failed.length > 0) {
  process.stdout.write(`Not done yet: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
