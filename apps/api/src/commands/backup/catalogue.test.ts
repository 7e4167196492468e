import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import { connectPostgres } from '../../db/connect.ts';
import { countOthers } from './catalogue.queries.ts';

const postgresOnly =
  process.env.TEST_DATABASE !== 'postgres' && 'the embedded database has one owner';

it('a service that is connected by another name is seen by whoever restores, too', {
  skip: postgresOnly,
}, async (t) => {
  const storage = await freshStorage();
  const { DATABASE_URL = '' } = storage.env;
  const service = await connectPostgres(DATABASE_URL);
  const name = `restorer_${randomBytes(4).toString('hex')}`;
  await sql.raw(`create role ${name} login password 'restorer'`).execute(service.db);
  const url = new URL(DATABASE_URL);
  url.username = name;
  url.password = 'restorer';
  const restorer = await connectPostgres(url.href);
  t.after(async () => {
    await restorer.close();
    await sql.raw(`drop role ${name}`).execute(service.db);
    await service.close();
    await storage.remove();
  });
  assert.equal(await countOthers(restorer.db), 1);
  assert.equal(await countOthers(service.db), 1);
});
