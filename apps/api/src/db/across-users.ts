import { type RawBuilder, sql } from 'kysely';

/**
 * Marks a statement that is about all users, or about rows of whoever they belong to: it runs on every
 * partition, and would on every machine. Such statements are jobs and pages for operators, never a call
 * of a user.
 *
 * @param why a plain sentence without quotes, stars or slashes; it travels in the statement's text
 * @example db.selectFrom('bots').modifyFront(acrossUsers('silent bots of everybody are looked for'))
 */
export function acrossUsers(why: string): RawBuilder<unknown> {
  if (!/^[\w ,.;:()-]+$/.test(why)) throw new TypeError(`a reason in plain words, not: ${why}`);
  return sql.raw(`/* across users: ${why} */`);
}
