import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that says exactly what a test wants said. */
export type RawSocket = {
  socket: Socket;
  say: (text: string) => void;
  /** Everything that has been received once it satisfies, or the other side has closed. */
  heard: (isEnough?: (text: string) => boolean) => Promise<string>;
  end: () => void;
};

export async function openSocket(port: number): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  // The other side may close while we still write.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    socket,
    say: (words) => void socket.write(words, 'latin1'),
    async heard(isEnough = () => false) {
      while (!isEnough(text) && !socket.readableEnded && !socket.destroyed) {
        const heard = new AbortController();
        const { signal } = heard;
        // Whichever comes second would leave its listeners, one pair for each piece of an answer.
        await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })]);
        heard.abort();
      }
      return text;
    },
    end: () => socket.destroy(),
  };
}

/** Counts the answers in what one connection has received. */
export function answersIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
