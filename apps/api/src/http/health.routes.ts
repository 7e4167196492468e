import { getHealth, getReadiness } from '@quorate/contract/health';
import type { Database } from '../db/database.ts';
import { NEWEST_MIGRATION } from '../db/migrate.ts';
import { readNewestMigration } from '../db/schema.queries.ts';
import type { Lifecycle } from '../process/lifecycle.ts';
import { VERSION } from '../process/version.ts';
import { AppError } from './app-error.ts';
import type { Route } from './endpoint.ts';

/** A balancer asks every few seconds, and a database that answers later than this serves nobody. */
const DATABASE_MS = 1_000;

type HealthDeps = Readonly<{ database: Database; lifecycle: Lifecycle }>;

export function registerHealth(route: Route, { database, lifecycle }: HealthDeps): void {
  const newestMigration = oneAtATime(() => readNewestMigration(database.db));

  route(getHealth, async () => ({ status: 'ok', version: VERSION }));

  route(getReadiness, async () => {
    if (lifecycle.isEnding()) throw notReady('the service is ending');
    const newest = await within(DATABASE_MS, newestMigration()).catch((cause: unknown) => {
      throw new AppError('service_unavailable', { cause });
    });
    // A newer one is of a newer copy, which comes to replace this one.
    if (newest < NEWEST_MIGRATION) {
      throw notReady(`the schema is at ${newest || 'none'}; ${NEWEST_MIGRATION} is needed`);
    }
    return { status: 'ready', database: database.kind };
  });
}

function notReady(why: string): AppError {
  return new AppError('service_unavailable', { cause: new Error(why) });
}

/** Questions to a database that hangs must not take one connection after the other. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`the database did not answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
