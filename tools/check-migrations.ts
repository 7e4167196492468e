import { readFileSync } from 'node:fs';
import { MIGRATIONS } from '../apps/api/src/db/migrate.ts';
import releases from '../apps/api/src/db/releases.json' with { type: 'json' };
import { recordedStatements } from '../apps/api/test/helpers/recorded-statements.ts';
import { hazardsOf } from './migrations/hazards.ts';
import { judge, type TakesAway } from './migrations/judge.ts';
import { fromRoot } from './root.ts';

/** Up to here keys changed, too: before the first release, no older version runs beside a newer one. */
const LAST_FREE = '0013-user-keys';

/** From the first release on there are filled tables somewhere. */
const RELEASED = releases.length > 0;

const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
  version: string;
};

const faults: string[] = [];
for (const [name, migration] of Object.entries(MIGRATIONS)) {
  if (name <= LAST_FREE) continue;
  const takesAway = 'takesAway' in migration ? (migration.takesAway as TakesAway) : undefined;
  const hazards = await hazardsOf(await recordedStatements(migration));
  faults.push(...judge({ name, hazards, takesAway }, { version, released: RELEASED }));
}
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
