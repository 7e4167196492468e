import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 1_000;

/** Clients that begin a request and go on with it by a byte a second. */
export async function openSlowSockets(port: number, count: number): Promise<{ close(): void }> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, 'localhost');
    // Being sent away is what they are for.
    socket.on('error', () => {});
    sockets.push(socket);
    if (index % 50 === 49) await sleep(10);
  }
  const begun = 'POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  for (const socket of sockets) socket.write(`${begun}content-length: 1000\r\nx-slow: `);
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a');
  }, EVERY_MS);
  return {
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** How long /healthz takes, again and again for a while; ordered. */
export async function healthTimes(url: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const reply = await fetch(`${url}/healthz`);
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`/healthz answered ${reply.status}`);
    times.push(performance.now() - startedAt);
    await sleep(10);
  }
  return times.sort((a, b) => a - b);
}
