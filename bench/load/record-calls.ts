import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectPostgres } from '../../apps/api/src/db/connect.ts';
import { BELIEVED_MS } from '../../apps/api/src/features/account/sessions/find-session.ts';
import { startTestService } from '../../apps/api/test/helpers/test-service.ts';
import type { MainCall } from './main-calls.ts';

/** A statement as the service sent it. */
export type Statement = { text: string; values: unknown[] };
/** What the service asked its database for a call, and what it answered. */
export type Recorded = { statements: Statement[]; reply: unknown };

/**
 * Makes each call once at a service in this process, and writes down every statement that goes to the
 * database, those of transactions included.
 */
export async function recordCalls(
  databaseUrl: string,
  calls: readonly MainCall[],
  bot: { index: number; userId: string },
): Promise<Map<string, Recorded>> {
  const ends: (() => Promise<void>)[] = [];
  const test = { after: (end: () => Promise<void>) => void ends.unshift(end) };
  const heard: Statement[] = [];
  // Before a connection is opened: each keeps the way it sends.
  const stop = listen(heard);
  const database = await connectPostgres(databaseUrl);
  const service = await startTestService(test, { database });
  const recorded = new Map<string, Recorded>();
  for (const { name, request } of calls) {
    // The first one makes what is there from then on; the second is as all others are.
    for (const turn of [1, 2]) {
      // Until the session is looked up again, as it is for one of many.
      await sleep(BELIEVED_MS + 100);
      heard.length = 0;
      const { method, path, headers, body } = request({ ...bot, turn });
      const answer = await service.app.inject({
        method,
        url: path,
        headers,
        ...(body !== undefined && { payload: body }),
      });
      if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.body}`);
      recorded.set(name, { statements: heard.slice(), reply: answer.json() });
    }
  }
  stop();
  for (const end of ends) await end();
  await database.close();
  return recorded;
}

function listen(heard: Statement[]): () => void {
  type Send = (...args: unknown[]) => unknown;
  const send = Reflect.get(pg.Client.prototype, 'query') as Send;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const config = (typeof first === 'string' ? { text: first, values: second } : first) as {
      text?: string;
      values?: unknown;
    };
    const values = Array.isArray(config.values) ? config.values : [];
    if (config.text !== undefined && !config.text.includes('pg_notify'))
      heard.push({ text: config.text, values });
    return send.apply(this, args);
  } as typeof pg.Client.prototype.query;
  return () => {
    Reflect.set(pg.Client.prototype, 'query', send);
  };
}
