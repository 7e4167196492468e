import type { TestEvent } from 'node:test/reporters';
import { countNodeTests } from './node-report.ts';

/** A reporter for `node --test --test-reporter`: writes the run's tally as JSON, and nothing else. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tally = await countNodeTests(events);
  if (tally) yield JSON.stringify(tally);
}
