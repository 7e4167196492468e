import { createHash } from 'node:crypto';
import pg from 'pg';

/** A bot of the fleet: the token it is signed in with, and the account it trades. */
export type FleetBot = { token: string; login: string };

export const FLEET_SERVER = 'Bench';

/** Bot number `index`, the same in every process. */
export function fleetBot(index: number): FleetBot {
  return {
    token: createHash('sha256').update(`bot ${index} of the fleet`).digest('base64url'),
    login: String(100_000 + index),
  };
}

/** Makes as many users, each with a bot that is signed in and a trading account. */
export async function fillFleet(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const bots = Array.from({ length: count }, (_, index) => fleetBot(index));
    const hashes = bots.map(({ token }) => createHash('sha256').update(token).digest('hex'));
    await client.query(FILL, [bots.map(({ login }) => login), hashes]);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const FILL = `with owners as (
    insert into users (id, username, username_key, email, email_key, email_verified_at, created_at)
    select gen_random_uuid(), 'b' || login, 'b' || login, 'b' || login, 'b' || login, now(), now()
    from unnest($1::text[]) login returning id, username
  ), signed_in as (
    insert into sessions (token_hash, id, user_id, kind, name, address, created_at, last_used_at, expires_at)
    select hash, gen_random_uuid(), owners.id, 'bot', 'fleet', '127.0.0.1', now(), now(), now() + interval '1 day'
    from unnest($1::text[], $2::text[]) t (login, hash) join owners on owners.username = 'b' || login
  )
  insert into trading_accounts (id, user_id, server, login, account_type, currency, created_at)
  select gen_random_uuid(), id, '${FLEET_SERVER}', substr(username, 2), 'demo', 'USD', now() from owners`;
