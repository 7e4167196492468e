import type { CheckGroup } from '../check.ts';

export const DATA: CheckGroup = {
  title: 'Data',
  checks: [
    {
      id: '46',
      promise: 'A service that is killed again and again during a sync loses and doubles nothing',
      tests: [
        'apps/api/src/features/trades/sync-crash.process.test.ts › the service killed',
        'apps/api/test/chaos/kill9.process.test.ts › the service killed',
      ],
      benches: ['chaos.kill9'],
    },
    {
      id: '47',
      promise: 'A second process on the embedded database’s folder is refused within a second',
      tests: [
        'apps/api/src/server.process.test.ts › is refused on a data folder in use, naming the first process',
      ],
      benches: ['storage.second-process'],
    },
    {
      id: '48',
      promise: 'On a full disk writing is refused with 507, reading goes on, and writing resumes',
      tests: [
        'apps/api/test/chaos/disk-full.process.test.ts › a full disk: writes answer 507 and save nothing, reads go on, and room is enough to go on',
        'tools/chaos/database-full.process.test.ts › PostgreSQL on a full disk: writes answer 507 or 503, reads go on, and room is enough to go on',
      ],
    },
    {
      id: '49',
      promise: 'A database that restarts or hangs costs a 503; 5 s after it is back all is well',
      tests: [
        'tools/chaos/database-restart.process.test.ts › PostgreSQL stopped and started under load: 503 meanwhile, all well within 5 s, nothing lost',
        'apps/api/test/chaos/database-hangs.process.test.ts › while the database hangs calls end with 503, /healthz answers, and afterwards everything does',
      ],
    },
    {
      id: '50',
      promise: 'A first start that died halfway is made again',
      tests: [
        'apps/api/src/server.process.test.ts › works again on the folder of a service that was killed, with what it had',
      ],
    },
    {
      id: '51',
      promise: 'Backup, wipe, restore: every row’s hash is the same, also on the other database',
      tests: [
        'apps/api/src/commands/backup/backup.test.ts › every row of every table has the same hash, on the same kind of database',
        'apps/api/src/commands/backup/backup.test.ts › and from the embedded database to the one under test, and back',
      ],
    },
    {
      id: '52',
      promise:
        'Every schema there was upgrades to that of a fresh database; of many starters one migrates',
      tests: [
        'apps/api/src/db/upgrade.test.ts › from every schema there was, with rows in every table, ends in the schema of a fresh database',
        'apps/api/src/db/migrate.test.ts › is done once when services start at the same moment',
      ],
    },
    {
      id: 'erase',
      promise: 'A deleted account leaves no row, and everybody else’s stay',
      tests: [
        'apps/api/src/features/my-data/delete-account.test.ts › leaves no row of the user in any table, and everything of everyone else',
        'apps/api/src/features/my-data/delete-account.test.ts › leaves the name and the address nowhere in the database but in the farewell',
      ],
    },
  ],
};
