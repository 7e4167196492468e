import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection of an attacker: what it says is up to the attack, and it may never read. */
export type Hostile = Readonly<{
  socket: Socket;
  /** Everything that came, once the other side has closed, or so far. */
  heard(): string;
}>;

export type Crowd = Readonly<{
  all: readonly Hostile[];
  /** Connections that the service still holds. */
  held(): Hostile[];
  say(words: string | ((index: number) => string)): void;
  close(): void;
}>;

/**
 * Opens connections to a service from addresses of this machine: 127.0.1.0, 127.0.1.1 and so on.
 *
 * @param from how many addresses they come from, in turn
 */
export async function openCrowd(
  port: number,
  count: number,
  { from = 1, reads = true }: { from?: number; reads?: boolean } = {},
): Promise<Crowd> {
  const all: Hostile[] = [];
  const opening: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.${1 + Math.floor((index % from) / 250)}.${1 + ((index % from) % 250)}`,
    });
    let text = '';
    socket.setEncoding('latin1');
    // Being sent away is what they are for.
    socket.on('error', () => {});
    if (reads) socket.on('data', (chunk: string) => (text = (text + chunk).slice(0, 4_096)));
    opening.push(Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {}));
    all.push({ socket, heard: () => text });
    if (index % 100 === 99) await Promise.all(opening.splice(0));
  }
  await Promise.all(opening);
  return {
    all,
    held: () => all.filter(({ socket }) => !socket.destroyed && !socket.readableEnded),
    say(words) {
      all.forEach(({ socket }, index) => {
        if (socket.writable) socket.write(typeof words === 'string' ? words : words(index));
      });
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}
