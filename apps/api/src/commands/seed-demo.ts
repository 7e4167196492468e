import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { connectDirect } from '../db/connect.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { seedUser } from '../features/account/seed-user.ts';
import { systemClock } from '../process/clock.ts';
import { nameDatabase, selfAs } from './command/command-parts.ts';

/**
 * Makes, or renews, a verified account for trying the service out, before the service starts:
 *
 *   node apps/api/src/commands/seed-demo.ts --username demo --email demo@quorate.example --password … --plan Pro
 *
 * Refused in production: an account whose password stands in a script is an open door.
 */
const { values } = parseArgs({
  options: {
    username: { type: 'string', default: 'demo' },
    email: { type: 'string', default: 'demo@quorate.example' },
    password: { type: 'string' },
    plan: { type: 'string', default: 'Pro' },
  },
});

process.umask(0o077);

try {
  const config = readConfig();
  if (config.production) throw new Error('a demo account is not made in production');
  await nameDatabase(config);
  const database = await connectDirect(config, selfAs('the demo set-up'));
  try {
    await migrateToLatest(database.db);
    const user = await seedUser({ db: database.db, clock: systemClock }, values);
    process.stdout.write(`${JSON.stringify(user)}\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(
    `The demo account could not be made: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
