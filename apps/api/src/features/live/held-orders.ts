import type { Db } from '../../db/tables.ts';
import { type BotOrders, readOrders, type TakenBeat } from './heartbeat.service.ts';
import type { LiveHub } from './live-hub.ts';

type Held = Readonly<{
  userId: string;
  /** Commands that the bot has already. */
  received: readonly string[];
  waitMs: number;
  /** Aborted when the caller is gone, and when the service ends. */
  gone: readonly AbortSignal[];
}>;

/**
 * Takes a heartbeat and answers what its bot is to do: at once where there is a command, else as soon as
 * there is one, else when the wait is over. It holds no connection of the database meanwhile.
 *
 * @param deps.take stores the heartbeat
 */
export async function heldOrders(
  { db, hub, take }: { db: Db; hub: LiveHub; take: () => Promise<TakenBeat> },
  { userId, received, waitMs, gone }: Held,
): Promise<BotOrders> {
  let woken = Promise.withResolvers<void>();
  let over = false;
  const end = () => {
    over = true;
    woken.resolve();
  };
  // Before the heartbeat is taken: a command that comes after it is heard.
  const leave = await hub.subscribe(userId, (notice) => {
    if (notice === null || notice.topic === 'commands') woken.resolve();
  });
  const timer = setTimeout(end, waitMs);
  // Not `AbortSignal.any`: what it makes hangs on the service's own signal until it is collected.
  for (const signal of gone) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  }
  try {
    const { owner, ...taken } = await take();
    let { orders } = taken;
    for (;;) {
      if (over || orders.commands.length > 0) return orders;
      await woken.promise;
      if (over) return orders;
      woken = Promise.withResolvers<void>();
      orders = await readOrders(db, owner, received);
    }
  } finally {
    clearTimeout(timer);
    for (const signal of gone) signal.removeEventListener('abort', end);
    leave();
  }
}
