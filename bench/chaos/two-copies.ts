import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nothingYet } from '../../apps/api/test/chaos/helpers/acknowledged.ts';
import { type Client, createClient, signIn } from '../../apps/api/test/chaos/helpers/client.ts';
import { NO_LIMITS, seedPerson } from '../../apps/api/test/chaos/helpers/kill-run.ts';
import { lanesOf } from '../../apps/api/test/chaos/helpers/lanes.ts';
import { freePort, startServer } from '../../apps/api/test/helpers/server-process.ts';

export type TwoCopies = Awaited<ReturnType<typeof startTwoCopies>>;

/**
 * Two copies of the service on one database, and clients that go to the other copy when one does not answer, as a
 * balancer has them do.
 *
 * @param database the addresses that the copies get
 */
export async function startTwoCopies(folder: string, database: Readonly<Record<string, string>>) {
  const secret = randomBytes(32).toString('hex');
  const envs = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const DATA_DIR = join(folder, name);
      mkdirSync(DATA_DIR);
      return {
        LOG_LEVEL: 'silent',
        ...NO_LIMITS,
        ...database,
        SECRET_KEY: secret,
        DATA_DIR,
        PORT: await freePort(),
      };
    }),
  );
  const [first, second] = envs;
  if (!first || !second) throw new Error('there are two copies');
  await seedPerson(first);
  const copies = [await startServer(first), await startServer(second)];
  const token = await signIn(`http://localhost:${first.PORT}`);
  const clients = envs.map(({ PORT, DATA_DIR }) =>
    createClient(`http://localhost:${PORT}`, token, DATA_DIR),
  );
  let turn = 0;
  const balanced: Client = {
    send: async (path, body, method) => {
      turn += 1;
      return (await clients[turn % 2]?.send(path, body, method)) ?? null;
    },
    // Each copy has a local payment provider of its own, with a secret of its own.
    sendEvent: async (event) => (await clients[0]?.sendEvent(event)) ?? null,
  };
  const known = nothingYet();
  return {
    known,
    token,
    client: balanced,
    lanes: lanesOf(known),
    url: (at: number) => copies[at]?.url ?? '',
    /** Ends a copy and starts it again; it answers when this returns. */
    async again(at: number, how: 'kill' | 'stop'): Promise<void> {
      await copies[at]?.[how]();
      const env = envs[at];
      if (env) copies[at] = await startServer(env);
    },
    async stop(): Promise<void> {
      for (const copy of copies) await copy.stop();
    },
  };
}
