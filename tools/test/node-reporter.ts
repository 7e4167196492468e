import type { TestEvent } from 'node:test/reporters';
import { countNodeTests } from './node-report.ts';

/** A reporter for `node --test --test-reporter`: writes the run's figures as JSON, and nothing else. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const found = await countNodeTests(events);
  if (found) yield JSON.stringify(found);
}
