import { msg } from '@lingui/core/runtime-macro';
import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { Reply } from '@quorate/contract/endpoint';
import type {
  BotCommand,
  BotReply,
  CommandKind,
  listBots as listBotsCall,
} from '@quorate/contract/live';
import type { BotCommandId } from '@quorate/values/ids';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import type { Selectable } from 'kysely';
import { inTransaction } from '../../db/in-transaction.ts';
import type { BotCommandsTable } from '../../db/live-tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { PageRequest } from '../../http/paging.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import { announceCommand } from '../../process/announcer.ts';
import {
  type BotOwner,
  botExists,
  findCommand,
  insertCommand,
  listNewestCommands,
  readBots,
} from './bots.queries.ts';
import type { LiveDeps } from './heartbeat.service.ts';

/** More than a person in a hurry can press. */
const COMMANDS = {
  what: 'bot command',
  limit: 60,
  windowMs: 60_000,
  words: msg`${{ limit: 60 }} commands a minute`,
};

type Handle = Pick<LiveDeps, 'db' | 'clock'>;

/** A page of the user's bots, each with its newest commands. */
export async function listBots(
  { db, clock }: Handle,
  userId: string,
  page: PageRequest,
): Promise<Omit<Reply<typeof listBotsCall>, 'success'>> {
  const now = clock.now();
  const { rows, pagination } = await readBots(db, userId, page);
  const commands = await listNewestCommands(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  const bots = rows.map((row): BotReply => {
    const { server, login, account_type, currency, last_heartbeat_at: last } = row;
    const major = (minor: number | null) =>
      minor === null ? null : moneyToNumber(money(minor, currencyOf(currency)));
    const silent = row.ended_at === null && now - last.getTime() >= SILENT_AFTER_S * 1_000;
    return {
      bot_id: row.id,
      account: { server, login, account_type, currency },
      state: row.state,
      equity: major(row.equity),
      balance: major(row.balance),
      open_positions: row.open_positions,
      version: row.version,
      last_heartbeat_at: last.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      silent_since: silent ? last.toISOString() : null,
      commands: commands.filter(({ bot_id }) => bot_id === row.id).map(toCommand),
    };
  });
  return { now: new Date(now).toISOString(), bots, pagination };
}

/**
 * Gives a bot a command; given again with the same id it is the same command.
 *
 * @param from a device commands only what the service trades: what trades on a terminal is its owner's in a browser
 * @throws AppError not_found, command_conflict when the id stands for another command, rate_limited
 */
export async function commandBot(
  { db, clock, announcer }: Handle & Pick<LiveDeps, 'announcer'>,
  owner: BotOwner,
  command: { id: BotCommandId; kind: CommandKind },
  from: 'browser' | 'device',
): Promise<BotCommand> {
  if (!(await botExists(db, owner, { hosted: from === 'device' }))) throw new AppError('not_found');
  const known = await findCommand(db, owner.userId, command.id);
  if (!known) await countAgainst({ db, clock }, COMMANDS, owner.userId);
  const now = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const isNew = !known && (await insertCommand(tx, owner, { ...command, now }));
    const stored = await findCommand(tx, owner.userId, command.id);
    if (stored?.bot_id !== owner.botId || stored.kind !== command.kind)
      throw new AppError('command_conflict');
    if (isNew) {
      await announceCommand(tx, owner.userId);
      await announcer.announce(tx, owner.userId, 'bots');
    }
    return toCommand(stored);
  });
}

function toCommand(row: Selectable<BotCommandsTable>): BotCommand {
  return {
    command_id: row.id,
    kind: row.kind,
    asked_at: row.asked_at.toISOString(),
    received_at: row.received_at?.toISOString() ?? null,
    done_at: row.done_at?.toISOString() ?? null,
    result: row.result,
  };
}

/** Counts who is there for each user on this process, up to a limit. */
type Places = Readonly<{
  /** @returns how to leave; null when all places are taken */
  take(userId: string): (() => void) | null;
}>;

export function createPlaces(limit: number): Places {
  const taken = new Map<string, number>();
  return {
    take(userId) {
      const before = taken.get(userId) ?? 0;
      if (before >= limit) return null;
      taken.set(userId, before + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const now = (taken.get(userId) ?? 1) - 1;
        if (now === 0) taken.delete(userId);
        else taken.set(userId, now);
      };
    },
  };
}
