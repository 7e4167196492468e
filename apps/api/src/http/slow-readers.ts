import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 500;
/** A reader that takes less than this in this time is cut off. */
const SLOWEST_BYTES = 32 * 1024;
const SLOWEST_MS = 30_000;
/** What waits in memory for the readers of an address, and for all. */
const WAITING_PER_ADDRESS = 32 * 1024 * 1024;
const WAITING_IN_ALL = 256 * 1024 * 1024;

export type Connection = {
  readonly socket: Socket;
  /** Null for a proxy that is trusted: it stands for many visitors. */
  readonly group: string | null;
  /** Answers that are not sent to the end yet. */
  readonly answers: Set<ServerResponse>;
};

type Mark = { at: number; taken: number };
type Waiting = Readonly<{ connection: Connection; bytes: number }>;

/**
 * Ends connections whose answers wait for their reader: those that are read too slowly, and the largest ones
 * where more waits than the memory for it. An event stream waits for its events and is none of them.
 */
export function watchSlowReaders(open: ReadonlyMap<Socket, Connection>): {
  start(): void;
  stop(): void;
} {
  const marks = new WeakMap<Connection, Mark>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    if (open.size === 0) {
      stop();
      return;
    }
    const now = performance.now();
    const waiting: Waiting[] = [];
    for (const connection of open.values()) {
      const bytes = waitingBytes(connection);
      if (bytes === 0) marks.delete(connection);
      else if (isTooSlow(connection, now)) connection.socket.destroy();
      else waiting.push({ connection, bytes });
    }
    endBeyond(waiting);
  }

  function isTooSlow(connection: Connection, now: number): boolean {
    const { bytesWritten, writableLength } = connection.socket;
    const taken = bytesWritten - writableLength;
    const mark = marks.get(connection);
    if (mark && taken - mark.taken < SLOWEST_BYTES) return now - mark.at >= SLOWEST_MS;
    marks.set(connection, { at: now, taken });
    return false;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    start() {
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop,
  };
}

/** Of the answer that is being sent, and of those behind it. */
function waitingBytes({ socket, answers }: Connection): number {
  let bytes = socket.writableLength;
  for (const answer of answers) if (answer.socket === null) bytes += answer.writableLength;
  return bytes;
}

function endBeyond(waiting: readonly Waiting[]): void {
  const perGroup = new Map<string, number>();
  let inAll = 0;
  for (const { connection, bytes } of waiting) {
    inAll += bytes;
    if (connection.group !== null)
      perGroup.set(connection.group, (perGroup.get(connection.group) ?? 0) + bytes);
  }
  for (const { connection, bytes } of waiting.toSorted((a, b) => b.bytes - a.bytes)) {
    const { group, socket } = connection;
    const ofGroup = group === null ? 0 : (perGroup.get(group) ?? 0);
    if (inAll <= WAITING_IN_ALL && ofGroup <= WAITING_PER_ADDRESS) continue;
    socket.destroy();
    inAll -= bytes;
    if (group !== null) perGroup.set(group, ofGroup - bytes);
  }
}
