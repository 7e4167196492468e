import autocannon from 'autocannon';

export type Target = Omit<autocannon.Options, 'duration' | 'connections'>;

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
export const ROUNDS = 5;
const CONNECTIONS = 50;

/**
 * Requests a second of two servers, asked in turn, of the round whose ratio is the middle one: what else
 * the machine does meets both sides of a round, and not the middle of each side.
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
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = await rateOf(ours, connections, SECONDS);
    rounds.push({ ours: mine, theirs: await rateOf(theirs, connections, SECONDS) });
  }
  const ratioOf = (each: { ours: number; theirs: number }) => each.ours / each.theirs;
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[(ROUNDS - 1) / 2];
  if (!middle) throw new Error('no round was measured');
  const words = `${connections} connections, the middle of ${ROUNDS} rounds of ${SECONDS} s in turn`;
  const turns = rounds.map((each) => ratioOf(each).toFixed(2));
  return { ...middle, note: `${words}; ratios of the rounds ${turns.join(', ')}` };
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
