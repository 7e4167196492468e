import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandKind, commandBot } from '@quorate/contract/live';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { inTransaction } from '../../../src/db/in-transaction.ts';
import type { Db } from '../../../src/db/tables.ts';
import { within } from '../../helpers/until.ts';
import type { HostedFleet, Member } from './hosted-fleet.ts';
import type { RunnerChild } from './runner-child.ts';

/** How far "close everything" has come when its runner is killed; `done`: it has just been confirmed. */
export const COMMAND_STEPS = ['sent', 'closing', 'confirming', 'done'] as const;
export type CommandStep = (typeof COMMAND_STEPS)[number];

const STANDS_MS = 20_000;
const DONE_MS = 60_000;

/** @param barAt how far the account had come when its owner said so, by the market's clock */
type Given = { commandId: string; member: Member; barAt: Date; resumedAt: Date | null };
type Open = { member: Member; bot_id: string; bar_at: Date };

/** Owners of accounts who have everything closed, again and again, and go on. */
export function createCommands(
  { db, service, historyOf, barOf }: HostedFleet,
  members: readonly Member[],
) {
  const given: Given[] = [];

  async function tell({ member, bot_id }: Open, kind: CommandKind): Promise<string> {
    const body = { command_id: v7(), kind };
    await service.call(commandBot, { params: { bot_id }, body }, member.token);
    return body.command_id;
  }

  /** An account of that runner with something open; null where there is none for a while. */
  async function anyOpen(runnerId: string): Promise<Open | null> {
    const found = await within(async () => {
      const { rows } = await sql<{ user_id: string; bot_id: string; bar_at: Date }>`
        select hosted.user_id, bot.id as bot_id, hosted.bar_at from hosted_accounts as hosted
        join bots as bot on bot.user_id = hosted.user_id and bot.account_id = hosted.account_id
        where hosted.user_id = any(${members.map(({ id }) => id)}::uuid[]) and paused_by is null
          and hosted.open_positions > 0 and runner_id = ${runnerId}
        order by random() limit 1`.execute(db);
      return rows[0];
    }, STANDS_MS);
    const member = members.find(({ id }) => id === found?.user_id);
    return found && member ? { ...found, member } : null;
  }

  const commandOf = (commandId: string) =>
    db.selectFrom('bot_commands').selectAll().where('id', '=', commandId).executeTakeFirstOrThrow();

  /** @returns whether it was killed where it was meant to stand; it is killed in any case */
  async function killAt(runner: RunnerChild, step: CommandStep): Promise<boolean> {
    const open = await anyOpen(runner.id);
    if (!open) {
      await runner.kill();
      return false;
    }
    const { member } = open;
    let commandId = '';
    const send = async () => {
      commandId = await tell(open, 'close_all');
      given.push({ commandId, member, barAt: open.bar_at, resumedAt: null });
    };
    const isReceived = async () => (await commandOf(commandId)).received_at !== null;
    const ofMember = sql`where user_id = ${member.id} for update`;
    switch (step) {
      case 'sent':
        return inTransaction(db, async (tx) => {
          await sql`select from hosted_accounts ${ofMember}`.execute(tx);
          await send();
          const stands = await standsBehind(tx);
          await runner.kill();
          return stands;
        });
      case 'closing':
        return inTransaction(db, async (tx) => {
          await sql`select from trades ${ofMember}`.execute(tx);
          await send();
          const stands = (await soon(isReceived)) && (await standsBehind(tx));
          await runner.kill();
          return stands;
        });
      case 'confirming':
        return inTransaction(db, async (tx) => {
          await inTransaction(db, async (before) => {
            await sql`select from trades ${ofMember}`.execute(before);
            await send();
            await soon(isReceived);
            await standsBehind(before);
            await sql`select from bot_commands ${ofMember}`.execute(tx);
          });
          const stands = await standsBehind(tx);
          await runner.kill();
          return stands;
        });
      case 'done': {
        await send();
        const stands = await soon(async () => (await commandOf(commandId)).done_at !== null);
        await runner.kill();
        return stands;
      }
    }
  }

  /** Waits until what was asked last is done, and has the account go on. @returns whether it was done */
  async function goOn(): Promise<boolean> {
    const last = given.at(-1);
    if (!last || last.resumedAt) return true;
    const isDone = await soon(
      async () => (await commandOf(last.commandId)).done_at !== null,
      DONE_MS,
    );
    const { bot_id } = await commandOf(last.commandId);
    last.resumedAt = await barOf(last.member);
    await tell({ member: last.member, bot_id, bar_at: last.resumedAt }, 'resume');
    return isDone;
  }

  /**
   * What is wrong with commands and with the accounts that were given them, a line each.
   *
   * @param twinOf the user whose account did the same without a word of its owner
   */
  async function wrong(twinOf: (member: Member) => string): Promise<string[]> {
    const faults: string[] = [];
    for (const member of members) {
      const ofMember = given.filter((each) => each.member === member);
      const say = (what: string) => void faults.push(`account ${member.hostedId}: ${what}`);
      const trades = await db
        .selectFrom('trades')
        .selectAll()
        .where('user_id', '=', member.id)
        .execute();
      const listed = new Set<string>();
      for (const { commandId, resumedAt } of ofMember) {
        const { result } = await commandOf(commandId);
        if (!result) {
          say('a command is not confirmed');
          continue;
        }
        const at = Date.parse(result.at);
        for (const { ticket, price, at: closedAt } of result.closed) {
          const trade = trades.find(({ position_ticket }) => position_ticket === ticket);
          if (listed.has(ticket)) say(`${ticket} was closed twice`);
          listed.add(ticket);
          if (Number(trade?.close_price) !== price) say(`${ticket} was not closed at ${price}`);
          if (trade?.closed_at?.getTime() !== Date.parse(closedAt)) say(`${ticket} closed later`);
        }
        for (const trade of trades) {
          const [opened, closed] = [trade.opened_at.getTime(), trade.closed_at?.getTime()];
          const { position_ticket: ticket, close_price: price } = trade;
          if (opened <= at && (closed ?? Infinity) > at) say(`${ticket} was left open`);
          if (opened > at && resumedAt && opened < resumedAt.getTime()) say(`${ticket} was opened`);
          const byItself = price === trade.stop_loss || price === trade.take_profit;
          if (closed === at && !byItself && !listed.has(ticket)) say(`${ticket} is not told of`);
        }
      }
      const first = ofMember[0]?.barAt;
      if (!first) continue;
      const [actual, expected] = [
        await historyOf(member.id, first),
        await historyOf(twinOf(member), first),
      ];
      faults.push(...differences(actual, expected));
    }
    return faults;
  }

  return { killAt, goOn, wrong, given: given as readonly Given[] };
}

type History = Awaited<ReturnType<HostedFleet['historyOf']>>;

/** Trades and decisions that only one of two has, or that one has more often: a line each. */
export function differences(actual: History, expected: History): string[] {
  return (['trades', 'decisions'] as const).flatMap((what) => {
    const counts = new Map<string, number>();
    for (const line of actual[what]) counts.set(line, (counts.get(line) ?? 0) + 1);
    for (const line of expected[what]) counts.set(line, (counts.get(line) ?? 0) - 1);
    return [...counts]
      .filter(([, count]) => count !== 0)
      .map(([line, count]) => `${what} ${count > 0 ? 'too much' : 'missing'}: ${line}`);
  });
}

async function soon(holds: () => Promise<boolean>, ms = STANDS_MS): Promise<boolean> {
  return (await within(holds, ms)) !== null;
}

/** Somebody waits for what the transaction holds. */
function standsBehind(tx: Db): Promise<boolean> {
  return soon(async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    `.execute(tx);
    if (rows.length === 0) await sleep(5);
    return rows.length > 0;
  });
}
