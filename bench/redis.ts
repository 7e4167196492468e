import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../tools/free-port.ts';
import type { BenchContext } from './benchmark.ts';
import { redisServer } from './redis-server.ts';

type Reply = number | string | null;

/** One connection, one command after the other: as a client is that waits for each of its answers. */
export type RedisClient = Readonly<{
  /** @throws Error with what the server says where it refuses */
  ask: (...words: readonly string[]) => Promise<Reply>;
  close: () => void;
}>;

/**
 * Starts a Redis of the system that keeps nothing on the disk, which is the fastest it can be.
 *
 * @throws Error where none is installed, and where it does not come up
 */
export async function startRedis({
  folder,
  onEnd,
}: Pick<BenchContext, 'folder' | 'onEnd'>): Promise<{ connect: () => Promise<RedisClient> }> {
  const port = await freePort();
  const server = redisServer(folder, port);
  onEnd(server.stop);
  await server.start();
  return { connect: () => redisClient(port) };
}

/** Speaks as much of RESP as a script's answer needs: numbers, words, nothing and errors, each on one line. */
async function redisClient(port: number): Promise<RedisClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = [];
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
    for (let end = lineEnd(text); end > 0; end = lineEnd(text)) {
      const answer = text.slice(0, end);
      text = text.slice(end);
      const next = waiting.shift();
      if (answer.startsWith('-')) next?.reject(new Error(answer.slice(1).trim()));
      else next?.resolve(replyOf(answer));
    }
  });
  const fail = (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection to Redis has ended')));
  await once(socket, 'connect');
  return {
    ask: (...words) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
        socket.write(`*${words.length}\r\n${parts.join('')}`);
      }),
    close: () => socket.destroy(),
  };
}

/** Where the first answer ends; a string has its length on one line and itself on the next. */
function lineEnd(text: string): number {
  const end = text.indexOf('\r\n');
  if (end < 0) return 0;
  if (!text.startsWith('$') || text.startsWith('$-1')) return end + 2;
  const whole = end + 2 + Number(text.slice(1, end)) + 2;
  return text.length < whole ? 0 : whole;
}

function replyOf(answer: string): Reply {
  if (answer.startsWith(':')) return Number(answer.slice(1));
  if (answer.startsWith('$-1')) return null;
  if (answer.startsWith('$')) return answer.slice(answer.indexOf('\r\n') + 2, -2);
  return answer.slice(1, -2);
}
