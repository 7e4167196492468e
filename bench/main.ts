import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../tools/run.ts';
import type { Benchmark } from './benchmark.ts';
import { choose } from './choose.ts';
import type { Result } from './measure.ts';
import { measure } from './measure.ts';
import { describeResult } from './print.ts';
import { recordResult } from './results.ts';

const ENDING = '.bench.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort();
const choice = choose(names, positionals);
if (choice.kind === 'refused') {
  process.stderr.write(`${choice.reason}\n`);
  process.exit(1);
}

exitOnSignals();

// With --json, standard output is the result and nothing else.
const say = (line: string) => void process.stderr.write(`${line}\n`);
const results: Result[] = [];
for (const name of choice.names) {
  say(`measuring ${name} …`);
  const result = await measure(await load(name), (line) => say(`  ${line}`));
  results.push(result);
  recordResult(result);
  if (!values.json) process.stdout.write(`${describeResult(result)}\n`);
}
const everyBarHolds = results.every((result) => result.holds);
if (values.json)
  process.stdout.write(`${JSON.stringify({ holds: everyBarHolds, results }, null, 2)}\n`);
process.exit(everyBarHolds ? 0 : 1);

async function load(name: string): Promise<Benchmark> {
  const module: { benchmark?: Benchmark } = await import(`./${name}${ENDING}`);
  if (module.benchmark?.name !== name) throw new Error(`${name}${ENDING} does not export ${name}`);
  return module.benchmark;
}
