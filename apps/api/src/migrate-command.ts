import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { migrateToLatest } from './db/migrate.ts';
import { listMigrations } from './db/schema.queries.ts';

/**
 * Brings the configured database to the newest schema, apart from any start of the service. Copies of the
 * version before go on meanwhile.
 *
 * @throws Error that says why it could not be done
 */
export async function runMigrate(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv | undefined,
): Promise<void> {
  const database = await connect(readConfig(env), {
    pid: process.pid,
    started_at: new Date(systemClock.now()).toISOString(),
    address: 'the migrate command',
  });
  try {
    const before = await listMigrations(database.db);
    await migrateToLatest(database.db);
    const after = await listMigrations(database.db);
    for (const name of after.filter((each) => !before.includes(each))) say(`${name} done`);
    say(`The schema is at ${after.at(-1) ?? 'none'}.`);
  } finally {
    await database.close();
  }
}
