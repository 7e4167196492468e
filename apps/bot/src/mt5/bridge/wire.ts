import type { Socket } from 'node:net';
import type { Timers } from '../../timers.ts';

/** One connection as bytes: a socket, a named pipe, or two ends in memory. */
export type Wire = Readonly<{
  /** Never tells `closed` before it returns. Whoever does not read what is sent is cut off. */
  send(bytes: Uint8Array): void;
  close(): void;
  /** Called once by whoever takes the connection over; what comes before is kept. */
  listen(hear: { bytes(chunk: Uint8Array): void; closed(reason: string | null): void }): void;
}>;

/** Where terminals dial in. */
export type WireListener = Readonly<{
  /** Where it listens, for people: `127.0.0.1:7420`. */
  address: string;
  onWire(take: (wire: Wire) => void): void;
  close(): Promise<void>;
}>;

/** Bytes that wait for somebody who does not read; then the connection is broken off. */
const WAITING_MAX_BYTES = 1_048_576;
/** A farewell needs so long at most to get out. */
const FAREWELL_MS = 1_000;

/** A socket or a named pipe as a wire, for whichever end. */
export function socketWire(socket: Socket, timers: Timers): Wire {
  let broken: string | null = null;
  socket.setNoDelay(true);
  // Heard through `close`, which always follows.
  socket.on('error', (error) => {
    broken ??= error.message;
  });
  return {
    send(bytes) {
      if (!socket.writable) return;
      socket.write(bytes);
      if (socket.writableLength <= WAITING_MAX_BYTES) return;
      broken = `the other end has not read ${WAITING_MAX_BYTES} bytes`;
      socket.destroy();
    },
    close() {
      if (socket.destroyed) return;
      socket.removeAllListeners('data');
      // What still comes is thrown away unread: to close on unread bytes would take the farewell back.
      socket.resume();
      socket.end();
      const stopTimer = timers.after(FAREWELL_MS, () => socket.destroy());
      socket.once('close', stopTimer);
    },
    listen(hear) {
      socket.on('data', (chunk: Buffer) => hear.bytes(chunk));
      if (socket.destroyed) queueMicrotask(() => hear.closed(broken));
      else socket.once('close', () => hear.closed(broken));
    },
  };
}
