import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  type Migration,
  type MigrationProvider,
  type MigrationResultSet,
  Migrator,
} from 'kysely/migration';
import { buildLargeIndexes, LARGE_INDEXES } from './large-indexes.ts';
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
import * as operations from './migrations/0011-operations.ts';
import * as pendingCommands from './migrations/0012-pending-commands.ts';
import * as userKeys from './migrations/0013-user-keys.ts';
import * as accountsAndSpend from './migrations/0016-accounts-and-spend.ts';
import * as backOffice from './migrations/0017-back-office.ts';
import * as silenceWatch from './migrations/0018-silence-watch.ts';
import * as mailOrder from './migrations/0019-mail-order.ts';
import * as questionsUnderWay from './migrations/0020-questions-under-way.ts';
import * as refundsAndInvoices from './migrations/0021-refunds-and-invoices.ts';
import * as countInPlace from './migrations/0022-count-in-place.ts';
import * as backupsMade from './migrations/0023-backups-made.ts';
import * as oneMailbox from './migrations/0027-one-mailbox.ts';
import * as keyInUse from './migrations/0028-key-in-use.ts';
import * as browsersSignedIn from './migrations/0029-browsers-signed-in.ts';
import * as sessionFactor from './migrations/0030-session-factor.ts';
import * as retention from './migrations/0031-retention.ts';
import * as paperAccounts from './migrations/0032-paper-accounts.ts';
import * as freeSpending from './migrations/0033-free-spending.ts';
import * as tradeCorrections from './migrations/0034-trade-corrections.ts';
import * as deskInputs from './migrations/0035-desk-inputs.ts';
import * as tasks from './migrations/0036-tasks.ts';
import * as oneChallenge from './migrations/0037-one-challenge.ts';
import * as keptEquity from './migrations/0038-kept-equity.ts';
import * as rawBars from './migrations/0039-raw-bars.ts';
import * as learnedMarkets from './migrations/0040-learned-markets.ts';
import * as verdictLimits from './migrations/0041-verdict-limits.ts';
import * as raiseGrades from './migrations/0042-raise-grades.ts';
import * as ruleSets from './migrations/0044-rule-sets.ts';
import * as floorReports from './migrations/0045-floor-reports.ts';
import * as excursions from './migrations/0046-excursions.ts';
import * as calendarEvents from './migrations/0047-calendar-events.ts';
import * as hostedAccounts from './migrations/0048-hosted-accounts.ts';
import * as hostedFileEnd from './migrations/0050-hosted-file-end.ts';
import * as openTrades from './migrations/0052-open-trades.ts';
import * as hostedStateJson from './migrations/0053-hosted-state-json.ts';
import * as exitsAndNotes from './migrations/0054-exits-and-notes.ts';
import * as costsAndR from './migrations/0055-costs-and-r.ts';
import * as decisionCells from './migrations/0060-decision-cells.ts';
import * as journal from './migrations/0064-journal.ts';
import * as weeklyReviews from './migrations/0065-weekly-reviews.ts';
import * as userLocale from './migrations/0069-user-locale.ts';
import * as serviceMinutes from './migrations/0070-service-minutes.ts';
import * as record from './migrations/0071-record.ts';
import * as stamps from './migrations/0072-stamps.ts';
import * as publicRecords from './migrations/0073-public-records.ts';
import * as board from './migrations/0074-board.ts';
import * as whatGrows from './migrations/0077-what-grows.ts';
import * as tradesByOpening from './migrations/0078-trades-by-opening.ts';
import { withoutTimeLimit } from './query-limit.ts';
import { listMigrations } from './schema.queries.ts';
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
  '0011-operations': operations,
  '0012-pending-commands': pendingCommands,
  '0013-user-keys': userKeys,
  '0016-accounts-and-spend': accountsAndSpend,
  '0017-back-office': backOffice,
  '0018-silence-watch': silenceWatch,
  '0019-mail-order': mailOrder,
  '0020-questions-under-way': questionsUnderWay,
  '0021-refunds-and-invoices': refundsAndInvoices,
  '0022-count-in-place': countInPlace,
  '0023-backups-made': backupsMade,
  '0027-one-mailbox': oneMailbox,
  '0028-key-in-use': keyInUse,
  '0029-browsers-signed-in': browsersSignedIn,
  '0030-session-factor': sessionFactor,
  '0031-retention': retention,
  '0032-paper-accounts': paperAccounts,
  '0033-free-spending': freeSpending,
  '0034-trade-corrections': tradeCorrections,
  '0035-desk-inputs': deskInputs,
  '0036-tasks': tasks,
  '0037-one-challenge': oneChallenge,
  '0038-kept-equity': keptEquity,
  '0039-raw-bars': rawBars,
  '0040-learned-markets': learnedMarkets,
  '0041-verdict-limits': verdictLimits,
  '0042-raise-grades': raiseGrades,
  '0044-rule-sets': ruleSets,
  '0045-floor-reports': floorReports,
  '0046-excursions': excursions,
  '0047-calendar-events': calendarEvents,
  '0048-hosted-accounts': hostedAccounts,
  '0050-hosted-file-end': hostedFileEnd,
  '0052-open-trades': openTrades,
  '0053-hosted-state-json': hostedStateJson,
  '0054-exits-and-notes': exitsAndNotes,
  '0055-costs-and-r': costsAndR,
  '0060-decision-cells': decisionCells,
  '0064-journal': journal,
  '0065-weekly-reviews': weeklyReviews,
  '0069-user-locale': userLocale,
  '0070-service-minutes': serviceMinutes,
  '0071-record': record,
  '0072-stamps': stamps,
  '0073-public-records': publicRecords,
  '0074-board': board,
  '0077-what-grows': whatGrows,
  '0078-trades-by-opening': tradesByOpening,
};

const LOCKED = '55P03';
const LOCK_WAIT_MS = 1_000;
const PAUSE_MS = 2_000;
/** For half an hour; whatever started the service starts it again then. */
const ATTEMPTS = 600;

/** What this version of the service needs the schema to be, at least. */
export const NEWEST_MIGRATION = Object.keys(MIGRATIONS).toSorted().at(-1) ?? '';

/**
 * Brings the database to the newest schema. Two services starting at once: one migrates, the other waits.
 * A schema that is newer than this version is left as it is: the versions before live with it.
 *
 * @throws Error that names the migration that failed, or one that only another line of versions knows
 */
export async function migrateToLatest(db: Db, migrations = MIGRATIONS): Promise<void> {
  await migrate(db, migrations);
  await buildLargeIndexes(db, LARGE_INDEXES);
}

async function migrate(db: Db, migrations: Record<string, Migration>): Promise<void> {
  const done = await listMigrations(db);
  const missing = Object.keys(migrations).filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Error(
      `the database has ${unknown.join(', ')}, which this version does not know, and lacks ${missing.join(', ')}: it belongs to another line of versions`,
    );
  }
  const provider = { getMigrations: async () => migrations };
  const { error, results } = await withoutTimeLimit(db, (one) => patiently(one, provider));
  if (error) {
    const failed = results?.find((result) => result.status === 'Error');
    throw new Error(
      `migration ${failed?.migrationName ?? ''} failed; the database is as it was before`,
      { cause: error },
    );
  }
}

/**
 * Waits for locks shortly, again and again: for those of another service's migration, and for tables that
 * somebody reads for hours, as a backup does. Whoever waits for such a table longer keeps everybody from it.
 */
async function patiently(db: Db, provider: MigrationProvider): Promise<MigrationResultSet> {
  await sql.raw(`set lock_timeout = ${LOCK_WAIT_MS}`).execute(db);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await new Migrator({ db, provider }).migrateToLatest();
      const { error } = outcome;
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCKED;
      if (!isLocked || attempt >= ATTEMPTS) return outcome;
      await sleep(PAUSE_MS);
    }
  } finally {
    await sql`reset lock_timeout`.execute(db);
  }
}

/** Where migrations are done apart from starts. @throws Error that says what to run */
export async function requireNewestSchema(db: Db): Promise<void> {
  const done = await listMigrations(db);
  const missing = Object.keys(MIGRATIONS).filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `the schema is at ${done.at(-1) ?? 'none'} and this version needs ${NEWEST_MIGRATION}. Run "npm run database -- migrate", or set MIGRATE=on`,
  );
}
