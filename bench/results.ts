import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fromRoot } from '../tools/root.ts';
import type { Measurement } from './benchmark.ts';
import type { Result } from './measure.ts';

const FILE = fromRoot('bench/results.json');

/** The last measurement of a benchmark, with the day and the machine. */
export type Recorded = Pick<Result, 'title' | 'unit' | 'bar' | 'holds'> &
  Readonly<{ measurement: Measurement; date: string; machine: string }>;

/** The last measurement of each benchmark by its name, from which docs/reference/benchmarks.md is written. */
export function readResults(file = FILE): Record<string, Recorded> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Replaces what an earlier run has measured. A benchmark that did not run to its end leaves it as it is. */
export function recordResult(result: Result, file = FILE): void {
  const { name, title, unit, bar, holds, measurement } = result;
  if (!measurement) return;
  const [cpu] = cpus();
  const machine = `${cpus().length} cores, ${cpu?.model.trim()}, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  const all = {
    ...readResults(file),
    [name]: { title, unit, bar, holds, measurement, date, machine },
  };
  const lines = Object.keys(all)
    .sort()
    .map((key) => `${JSON.stringify(key)}: ${JSON.stringify(all[key])}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}
