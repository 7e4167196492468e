import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * A server that does with a connection whatever it is told, once a request has come.
 *
 * @returns its address, and everything that it was sent
 */
export async function startRawServer(
  t: TestContext,
  answer: (socket: Socket) => void,
): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // The caller breaks off in the middle of things: that is what is tested.
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received.push(data.toString());
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}`, received };
}

/** A whole answer. */
export function respond(
  socket: Socket,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const all = { 'content-type': 'application/json', ...headers, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`,
  );
}
