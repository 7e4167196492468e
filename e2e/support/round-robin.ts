import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export type RoundRobin = {
  /** Origin without a slash at the end. */
  url: string;
  /** How many requests each copy has answered. */
  answered: () => readonly number[];
  stop: () => Promise<void>;
};

/**
 * A balancer as simple as can be: each request goes to the next copy, and to the one after it where that
 * does not take the connection. As nginx does, it asks again, too, where a read's connection is reset
 * before there is an answer: one that waits to be accepted is, when a copy closes its port.
 */
export async function startRoundRobin(
  port: number,
  copies: readonly { port: number }[],
): Promise<RoundRobin> {
  const answered = copies.map(() => 0);
  // A connection each: one that is kept might be given up just when it is used.
  const agent = new Agent({ keepAlive: false });
  let next = 0;

  function send(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    index = next++ % copies.length,
    tried = 0,
  ): void {
    const { method, url, headers } = incoming;
    const target = {
      host: 'localhost',
      port: copies[index]?.port,
      path: url,
      method,
      headers,
      agent,
    };
    const onward = request(target, (reply) => {
      answered[index] = (answered[index] ?? 0) + 1;
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      outgoing.flushHeaders();
      reply.pipe(outgoing);
    });
    onward.on('error', (error) => {
      const unasked = 'code' in error && error.code === 'ECONNREFUSED';
      const again = unasked || (method === 'GET' && !outgoing.headersSent && !outgoing.destroyed);
      // The one after it, whatever others were sent meanwhile: never the same one again and again.
      if (again && tried < copies.length)
        send(incoming, outgoing, (index + 1) % copies.length, tried + 1);
      else outgoing.destroy();
    });
    outgoing.on('close', () => onward.destroy());
    // Nothing of a body is read before there is a connection to send it on.
    onward.on('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)));
  }

  const server = createServer((incoming, outgoing) => send(incoming, outgoing));
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${port}`,
    answered: () => answered,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
