import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { listenPostgres } from './listen.ts';

/** Lets everybody in, as PostgreSQL says it: "you are known", "ask". */
const COME_IN = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]);

it('a server that lets one in and then says nothing is given up: whoever wants to listen tries again', async (t) => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(COME_IN));
    socket.on('error', () => {});
    t.after(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const listen = listenPostgres(`postgresql://someone:secret@127.0.0.1:${port}/quorate`);
  const startedAt = performance.now();
  await assert.rejects(
    listen(
      'a channel',
      () => {},
      () => {},
    ),
    /timeout/,
  );
  assert.ok(performance.now() - startedAt < 10_000);
});
