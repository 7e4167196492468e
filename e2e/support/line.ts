import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Line = {
  /** Where the service is reached through it. */
  url: string;
  /** From now on a connection breaks, or says nothing more, after so many bytes of the service. */
  fault: (after: number, kind: 'break' | 'silence') => void;
  /** From now on nothing is wrong with it. */
  mend: () => void;
  /** How many connections broke. */
  breaks: () => number;
  close: () => void;
};

/** A way to the service that can be made a bad one. */
export async function startLine(serviceUrl: string): Promise<Line> {
  const port = Number(new URL(serviceUrl).port);
  const sockets = new Set<Socket>();
  let limit = Number.POSITIVE_INFINITY;
  let kind: 'break' | 'silence' = 'break';
  let breaks = 0;
  const server = createServer((near) => {
    const far = connect(port, 'localhost');
    let passed = 0;
    for (const socket of [near, far])
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    near.on('data', (bytes) => void far.write(bytes)).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (bytes) => {
      passed += bytes.length;
      if (passed > limit && kind === 'silence') {
        far.pause();
      } else if (passed > limit) {
        breaks += 1;
        near.resetAndDestroy();
        far.destroy();
      } else if (!near.write(bytes)) {
        far.pause();
        near.once('drain', () => far.resume());
      }
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://localhost:${address.port}`,
    fault: (after, how) => {
      limit = after;
      kind = how;
    },
    mend: () => {
      limit = Number.POSITIVE_INFINITY;
    },
    breaks: () => breaks,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
