import type { Result } from '../bench/measure.ts';
import { STEP } from '../conformance/page.ts';
import type { Check, CheckGroup } from './check.ts';
import type { Goal } from './goals.ts';
import { type SuiteRun, verdictsOf } from './verdicts.ts';

export const RELIABILITY_PAGE = 'docs/reference/reliability.md';

const SUITE_WORDS: Readonly<Record<string, string>> = {
  'api-embedded': 'embedded database',
  'api-postgres': 'PostgreSQL',
  e2e: 'browser',
};

/** The page as a run has found things: every check with its tests, every goal with its figure. */
export function reliabilityPage(
  groups: readonly CheckGroup[],
  goals: readonly Goal[],
  runs: readonly SuiteRun[],
  results: readonly Result[],
): string {
  const checks = groups.flatMap((group) => group.checks);
  return [
    '# Reliability',
    '',
    'What is promised of payments, accounts, calls and data, the tests that hold each promise, and what a run of them has found. Made by `npm run reliability`, which runs every test and benchmark named here; `npm run check` finds a name that is gone.',
    '',
    ...groups.flatMap(({ title, checks: own }) => [
      `## ${title}`,
      '',
      '| | Promise | Held by | Found |',
      '|---|---|---|---|',
      ...own.map((check) => checkRow(check, runs)),
      '',
    ]),
    '## Goals',
    '',
    '`npm test -- NAME` runs the tests behind a goal.',
    '',
    '| Name | Goal | Tests of | Measured |',
    '|---|---|---|---|',
    ...goals.map((goal) => goalRow(goal, checks, runs, results)),
    '',
  ].join('\n');
}

function checkRow(check: Check, runs: readonly SuiteRun[]): string {
  const tests = check.tests.map((test) => {
    const [file = '', ...names] = test.split(STEP);
    return `${names.join(STEP)} (\`${file.split('/').at(-1)}\`)`;
  });
  return `| ${check.id} | ${check.promise} | ${cell(tests.join('<br>'))} | ${foundWords(check, runs)} |`;
}

function foundWords(check: Check, runs: readonly SuiteRun[]): string {
  const verdicts = [...verdictsOf(check, runs)];
  if (verdicts.length === 0) return 'not run';
  return verdicts
    .map(([suite, verdict]) => {
      const where = SUITE_WORDS[suite];
      return where === undefined ? verdict : `${verdict} (${where})`;
    })
    .filter((words, at, all) => all.indexOf(words) === at)
    .join(', ');
}

function goalRow(
  goal: Goal,
  checks: readonly Check[],
  runs: readonly SuiteRun[],
  results: readonly Result[],
): string {
  const own = checks.filter(({ id }) => goal.checks.includes(id));
  const held = own.length === 0 ? '' : `: ${togetherWords(own, runs)}`;
  const measured = (goal.benches ?? []).map((name) => {
    const result = results.find((each) => each.name === name);
    return `\`${name}\` ${result ? figureWords(result) : 'not measured in this run'}`;
  });
  return `| ${goal.name} | ${goal.promise} | ${goal.checks.join(', ')}${held} | ${measured.join('<br>')} |`;
}

/** A check that no suite has run is not held: nothing is known of it. */
function togetherWords(checks: readonly Check[], runs: readonly SuiteRun[]): string {
  const verdicts = checks.map((check) => [...verdictsOf(check, runs).values()]);
  if (verdicts.every((each) => each.length === 0)) return 'not run';
  return verdicts.every((each) => each.length > 0 && each.every((verdict) => verdict === 'held'))
    ? 'held'
    : 'see above';
}

function figureWords({ measurement, unit, holds, error }: Result): string {
  if (!measurement) return `could not be measured: ${cell(error ?? '')}`;
  const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
  return `${figure.format(measurement.figure)} ${unit}${holds ? '' : ', not held'}`;
}

/** A bar within a cell would end it. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
