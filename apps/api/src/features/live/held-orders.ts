import type { Db } from '../../db/tables.ts';
import type { BotOwner } from './bots.queries.ts';
import { type BotOrders, readOrders } from './heartbeat.service.ts';
import type { LiveHub } from './live-hub.ts';

type Held = Readonly<{
  owner: BotOwner;
  /** Commands that the bot has already. */
  received: readonly string[];
  waitMs: number;
  /** Aborted when the caller is gone or the service ends. */
  gone: AbortSignal;
}>;

/**
 * What a bot is to do: at once where there is a command, else as soon as there is one, else when the wait
 * is over. It holds no connection of the database meanwhile.
 */
export async function heldOrders(
  { db, hub }: { db: Db; hub: LiveHub },
  { owner, received, waitMs, gone }: Held,
): Promise<BotOrders> {
  const over = AbortSignal.any([gone, AbortSignal.timeout(waitMs)]);
  let wake = () => {};
  // Before the first look: a command that comes after it is heard.
  const leave = await hub.subscribe(owner.userId, (notice) => {
    if (notice === null || notice.topic === 'commands') wake();
  });
  over.addEventListener('abort', () => wake(), { once: true });
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const orders = await readOrders(db, owner, received);
      if (orders.commands.length > 0 || over.aborted) return orders;
      await woken;
    }
  } finally {
    leave();
  }
}
