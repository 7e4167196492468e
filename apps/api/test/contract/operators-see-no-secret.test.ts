import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import { send } from './helpers/calls.ts';
import { startLiftedService } from './helpers/lifted-service.ts';
import { addOwner } from './helpers/owner.ts';
import { addPerson, addSession } from './helpers/people.ts';
import { idPlaces, withValueAt } from './helpers/places.ts';
import { validInputs } from './helpers/valid-input.ts';

/** What opens an account or a browser, by table; hashes among them. */
const SECRET_COLUMNS = [
  ['users', 'password_hash'],
  ['sessions', 'token_hash'],
  ['challenges', 'token_hash'],
  ['totp_secrets', 'sealed_secret'],
  ['recovery_codes', 'code_hash'],
  ['passkeys', 'credential_id'],
  ['passkeys', 'public_key'],
  ['push_subscriptions', 'endpoint'],
  ['push_subscriptions', 'p256dh'],
  ['push_subscriptions', 'auth'],
] as const;

it('no answer to an operator holds a secret of the database, or the market and the reasons of anybody’s decisions', async (t) => {
  const service = await startLiftedService(t);
  const owner = await addOwner(service);
  const operator = await addPerson(service, { role: 'admin' });
  const { token } = await addSession(service, operator.id);
  const secrets = await secretsOf(service.db);
  const hidden = ['decisionReason', 'voteReason', 'ticket'].map((name) => owner.marks[name] ?? '?');
  const answered: string[] = [];
  for (const call of service.calls) {
    if (call.endpoint.auth !== 'admin' || call.endpoint.method !== 'GET') continue;
    for (const input of validInputs(call, 4)) {
      const own = idPlaces(input).reduce(
        (each, place) =>
          withValueAt(each, place, owner.ids[String(place.at(-1)).replace(/_id$/, '')]),
        input,
      );
      const { status, body } = await send(service.app, call, own, { token });
      if (status === 200) answered.push(call.name);
      for (const each of [...secrets, ...hidden])
        assert.ok(!body.includes(each), `${call.name} shows ${each}`);
    }
  }
  assert.ok(new Set(answered).size > 10, `answered: ${[...new Set(answered)].join()}`);
  assert.ok(answered.includes('getUser') && answered.includes('listUserEvents'));
});

async function secretsOf(db: Db): Promise<string[]> {
  const secrets: string[] = [];
  for (const [table, column] of SECRET_COLUMNS) {
    const { rows } = await sql<{ secret: string | null }>`
      select /* across users: secrets of the test */ ${sql.ref(column)} as secret from ${sql.table(table)}
    `.execute(db);
    secrets.push(...rows.flatMap(({ secret }) => secret ?? []));
  }
  assert.ok(secrets.length > 8, 'the test needs secrets to look for');
  return secrets;
}
