import {
  JOURNAL_TAGS_LISTED,
  type JournalTags,
  type TagKind,
  tagKey,
  tagName,
} from '@quorate/contract/journal';
import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { JournalDeps } from './entries.service.ts';

/** Spellings of one user that are read, the most used first. */
const SPELLINGS_MAX = 5_000;

type Spelling = Readonly<{ name: string; count: number }>;

/** Names as they are listed: those that differ in case alone are one, in the spelling that is used most. */
export async function listTags(db: Db, userId: UserId): Promise<JournalTags> {
  const [tags, setups] = await Promise.all([
    listSpellings(db, userId, 'tag'),
    listSpellings(db, userId, 'setup'),
  ]);
  return { tags: merged(tags), setups: merged(setups) };
}

/** How entries spell a name; none where no entry has it. */
export async function spellingsOf(
  db: Db,
  userId: UserId,
  kind: TagKind,
  name: string,
): Promise<string[]> {
  const all = await listSpellings(db, userId, kind);
  return all.flatMap((each) => (tagKey(each.name) === tagKey(name) ? each.name : []));
}

/** Gives a tag or set-up another name in all entries. @returns how many entries were changed */
export function renameTag(
  deps: JournalDeps,
  userId: UserId,
  { kind, from, to }: Readonly<{ kind: TagKind; from: string; to: string }>,
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const olds = await spellingsOf(tx, userId, kind, from);
    const news = await spellingsOf(tx, userId, kind, to);
    const name = tagName(to);
    const replaced = [...new Set([...olds, ...news])];
    // Without an entry that spells it otherwise there is nothing to do, and nothing to count.
    if (olds.length === 0 || replaced.every((each) => each === name)) return 0;
    return kind === 'tag'
      ? replaceTags(tx, { userId, now: nowOf(deps), replaced, name })
      : replaceSetups(tx, { userId, now: nowOf(deps), replaced, name });
  });
}

/** Takes a tag or set-up out of all entries; one that nothing else is left in is deleted. */
export function removeTag(
  deps: JournalDeps,
  userId: UserId,
  { kind, name }: Readonly<{ kind: TagKind; name: string }>,
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const replaced = await spellingsOf(tx, userId, kind, name);
    if (replaced.length === 0) return 0;
    const change = { userId, now: nowOf(deps), replaced, name: null };
    const changed =
      kind === 'tag' ? await replaceTags(tx, change) : await replaceSetups(tx, change);
    await removeEmptied(tx, userId);
    return changed;
  });
}

type Change = Readonly<{
  userId: UserId;
  now: Date;
  replaced: readonly string[];
  /** null: nothing takes their place. */
  name: string | null;
}>;

function nowOf({ clock }: JournalDeps): Date {
  return new Date(clock.now());
}

async function listSpellings(db: Db, userId: UserId, kind: TagKind): Promise<Spelling[]> {
  const used: RawBuilder<unknown> =
    kind === 'tag'
      ? sql`
        select unnest(tags) as name from trade_notes where user_id = ${userId}::uuid
        union all select unnest(tags) from day_notes where user_id = ${userId}::uuid`
      : sql`
        select setup as name from trade_notes
        where user_id = ${userId}::uuid and setup is not null`;
  const { rows } = await sql<Spelling>`
    select name, count(*)::integer as count from (${used}) as used
    group by name order by count desc, name collate "C" limit ${SPELLINGS_MAX}
  `.execute(db);
  return rows;
}

function merged(spellings: readonly Spelling[]): Spelling[] {
  const byKey = new Map<string, { name: string; count: number }>();
  for (const { name, count } of spellings) {
    const known = byKey.get(tagKey(name));
    if (known) known.count += count;
    else byKey.set(tagKey(name), { name, count });
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count).slice(0, JOURNAL_TAGS_LISTED);
}

/** Later than every time that somebody may have seen. */
function later(now: Date): RawBuilder<Date> {
  return sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;
}

function texts(values: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}

async function replaceTags(tx: Db, { userId, now, replaced, name }: Change): Promise<number> {
  let changed = 0;
  for (const table of ['trade_notes', 'day_notes'] as const) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({
        // Each tag once, where it stood first.
        tags: sql<string[]>`coalesce((
          select array_agg(tag order by place) from (
            select tag, min(place) as place from (
              select case when tag = any(${texts(replaced)}) then ${name}::text else tag end as tag, place
              from unnest(tags) with ordinality as own (tag, place)
            ) as renamed
            where tag is not null group by tag
          ) as once
        ), '{}')`,
        updated_at: later(now),
      })
      .where('user_id', '=', userId)
      .where(sql<boolean>`tags && ${texts(replaced.filter((each) => each !== name))}`)
      .executeTakeFirstOrThrow();
    changed += Number(numUpdatedRows);
  }
  return changed;
}

async function replaceSetups(tx: Db, { userId, now, replaced, name }: Change): Promise<number> {
  const others = replaced.filter((each) => each !== name);
  if (others.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('trade_notes')
    .set({ setup: name, updated_at: later(now) })
    .where('user_id', '=', userId)
    .where('setup', 'in', others)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function removeEmptied(tx: Db, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('trade_notes')
    .where('user_id', '=', userId)
    .where('note', '=', '')
    .where('setup', 'is', null)
    .where(sql<boolean>`tags = '{}'`)
    .execute();
  await tx
    .deleteFrom('day_notes')
    .where('user_id', '=', userId)
    .where('note', '=', '')
    .where(sql<boolean>`tags = '{}'`)
    .execute();
}
