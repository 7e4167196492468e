import { type Migration, Migrator } from 'kysely/migration';
import * as firstLoop from './migrations/0001-first-loop.ts';
import * as contact from './migrations/0002-contact.ts';
import * as accountSecurity from './migrations/0003-account-security.ts';
import * as rateHits from './migrations/0004-rate-hits.ts';
import * as billing from './migrations/0005-billing.ts';
import * as tradeRollups from './migrations/0006-trade-rollups.ts';
import * as live from './migrations/0007-live.ts';
import * as decisionOutcomes from './migrations/0008-decision-outcomes.ts';
import * as tradeImports from './migrations/0009-trade-imports.ts';
import * as models from './migrations/0010-models.ts';
import type { Db } from './tables.ts';

/** In order; a released migration never changes. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-first-loop': firstLoop,
  '0002-contact': contact,
  '0003-account-security': accountSecurity,
  '0004-rate-hits': rateHits,
  '0005-billing': billing,
  '0006-trade-rollups': tradeRollups,
  '0007-live': live,
  '0008-decision-outcomes': decisionOutcomes,
  '0009-trade-imports': tradeImports,
  '0010-models': models,
};

/** Brings the database to the newest schema. Two services starting at once: one migrates, the other waits. */
export async function migrateToLatest(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error');
    throw new Error(
      `migration ${failed?.migrationName ?? ''} failed; the database is as it was before`,
      { cause: error },
    );
  }
}
