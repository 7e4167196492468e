import { test } from 'node:test';
import type { Awaitable } from '../loop/ports.ts';
import type { BrokerBench, Card } from './broker-bench.ts';
import { closesCards } from './broker-card-closes.ts';
import { exitsCards } from './broker-card-exits.ts';
import { openingsCards } from './broker-card-openings.ts';

/**
 * The numbered card of tests that every broker passes: the simulated one, a terminal's, whatever comes.
 * Its bench drives the prices; each test begins with a fresh one.
 *
 * @param except numbers that say something about bars which this broker cannot know, each with why
 * @example brokerCard('simulated broker', openSimulatedBench);
 */
export function brokerCard(
  name: string,
  openBench: () => Awaitable<BrokerBench>,
  except: Readonly<Record<number, string>> = {},
): void {
  const card: Card = (number, title, run) => {
    const skip = except[number] ?? false;
    test(`${name}, card ${number}: ${title}`, { skip }, async () => run(await openBench()));
  };
  openingsCards(card);
  exitsCards(card);
  closesCards(card);
}
