import type { Config } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { databasePlace } from '../db/database-place.ts';
import { MIGRATIONS, migrateToLatest } from '../db/migrate.ts';
import { listMigrations } from '../db/schema.queries.ts';
import { consent, expectKey, type Say, selfAs } from './command/command-parts.ts';

/**
 * Brings the configured database to the newest schema, apart from any start of the service. Copies of the
 * version before go on meanwhile.
 *
 * @throws Error that says why it could not be done
 */
export async function runMigrate(
  config: Config,
  { say, aside }: Readonly<{ say: Say; aside: Say }>,
  { yes, otherKey }: Readonly<{ yes: boolean; otherKey: boolean }>,
): Promise<void> {
  const database = await connect(config, selfAs('the migrate command'));
  try {
    await expectKey(database.db, config, otherKey, aside);
    const before = await listMigrations(database.db);
    const missing = Object.keys(MIGRATIONS).filter((name) => !before.includes(name));
    // A database without a schema has no data to ask about.
    if (before.length > 0 && missing.length > 0)
      await consent(
        `The schema of ${databasePlace(config)} changes from ${before.at(-1)} to ${missing.at(-1)}.`,
        yes,
      );
    await migrateToLatest(database.db);
    const after = await listMigrations(database.db);
    for (const name of after.filter((each) => !before.includes(each))) say(`${name} done`);
    say(`The schema is at ${after.at(-1) ?? 'none'}.`);
  } finally {
    await database.close();
  }
}
