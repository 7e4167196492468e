import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { proofFaults } from '../conformance/proofs.ts';
import type { CheckGroup } from './check.ts';
import type { Goal } from './goals.ts';

/** What the lists name and the checkout does not have: tests, benchmarks, checks. */
export function reliabilityFaults(
  groups: readonly CheckGroup[],
  goals: readonly Goal[],
  root: string,
): string[] {
  const checks = groups.flatMap((group) => group.checks);
  const ids = checks.map(({ id }) => id);
  const statements = checks.map(({ id, promise, tests }, line) => ({
    line,
    text: `${id} ${promise}`,
    where: [],
    proof: { state: 'proved' as const, tests: [...tests] },
  }));
  const named = proofFaults({ sections: [{ title: '', line: 0, statements }], faults: [] }, root);
  const benches = [...checks, ...goals].flatMap((each) => each.benches ?? []);
  return [
    ...named.map(({ line, message }) => `${ids[line]}: ${message}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is listed twice`),
    ...checks.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} names no test`),
    ...goals
      .flatMap((goal) => goal.checks.map((id) => ({ goal, id })))
      .filter(({ id }) => !ids.includes(id))
      .map(({ goal, id }) => `${goal.name}: there is no check ${id}`),
    ...benches
      .filter((name) => !existsSync(join(root, `tools/bench/${name}.bench.ts`)))
      .map((name) => `there is no benchmark ${name}`),
  ];
}
