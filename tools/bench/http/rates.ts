import autocannon from 'autocannon';
import { median } from '../median.ts';

export type Target = Omit<autocannon.Options, 'duration' | 'connections'>;

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
export const ROUNDS = 5;
const CONNECTIONS = 50;

/**
 * Requests a second of two servers, asked in turn, so that what else the machine does meets both.
 *
 * @throws Error when anything but success is answered
 */
export async function ratesOf(
  ours: Target,
  theirs: Target,
  connections = CONNECTIONS,
): Promise<{ ours: number; theirs: number; note: string }> {
  await rateOf(ours, connections, 1);
  await rateOf(theirs, connections, 1);
  const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await rateOf(ours, connections, SECONDS));
    rates.theirs.push(await rateOf(theirs, connections, SECONDS));
  }
  const [mine, other] = [median(rates.ours), median(rates.theirs)];
  const words = `${connections} connections, the middle of ${ROUNDS} rounds of ${SECONDS} s in turn`;
  const turns = rates.ours.map((rate, at) => (rate / (rates.theirs[at] ?? 1)).toFixed(2));
  return { ours: mine, theirs: other, note: `${words}; ratios of the rounds ${turns.join(', ')}` };
}

export async function rateOf(
  target: Target,
  connections: number,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ ...target, connections, duration: seconds });
  const failed = result.errors + result.non2xx + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} calls of ${target.url} failed`);
  return result.requests.total / result.duration;
}
