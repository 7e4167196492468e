import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** `person` is on a plan that is paid for now, or that an operator gave: nobody can sign up for either. */
export function countsInPublic(person: string, now: Date): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${person}.${column}`);
  return sql<boolean>`(
    (${of('given_plan')} <> 'Free' and (${of('given_until')} is null or ${of('given_until')} > ${now}))
    or exists (
      select from subscriptions as subscription
      where subscription.user_id = ${of('id')} and subscription.plan_name is not null
        and subscription.status in ('active', 'past_due')
    )
  )`;
}

/** Somebody with a terminal account. */
export type Holder = Readonly<{ user_id: string; server: string; login: string }>;

/**
 * Names people: all accounts of a user are one person, and so are all users of one terminal account.
 *
 * @returns names that say nothing of whose they are, by user
 */
export function namePeople(holders: readonly Holder[]): Map<string, string> {
  const parents = new Map<string, string>();
  const rootOf = (node: string): string => {
    let root = node;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const { user_id, server, login } of holders) {
    const [one, other] = [rootOf(user_id), rootOf(JSON.stringify([server, login]))].sort();
    if (one !== undefined && other !== undefined && one !== other) parents.set(other, one);
  }
  return new Map(
    [...new Set(holders.map(({ user_id }) => user_id))].map((id) => [id, hidden(rootOf(id))]),
  );
}

function hidden(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 16);
}
