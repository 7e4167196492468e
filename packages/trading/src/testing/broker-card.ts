import { test } from 'node:test';
import type { MaybePromise } from '../ports.ts';
import type { BrokerBench, Card } from './broker-bench.ts';
import { closesCards } from './broker-card-closes.ts';
import { exitsCards } from './broker-card-exits.ts';
import { openingsCards } from './broker-card-openings.ts';

/**
 * The numbered card of tests that every broker passes: the simulated one, a terminal's, whatever comes.
 * Its bench drives the prices; each test begins with a fresh one.
 *
 * @example brokerCard('simulated broker', openSimulatedBench);
 */
export function brokerCard(name: string, openBench: () => MaybePromise<BrokerBench>): void {
  const card: Card = (number, title, run) => {
    test(`${name}, card ${number}: ${title}`, async () => run(await openBench()));
  };
  openingsCards(card);
  exitsCards(card);
  closesCards(card);
}
