import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { startFaultProxy } from './fault-proxy.ts';

/** A server that says everything twice to whoever speaks, by way of a proxy. */
async function stage(t: TestContext) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => socket.write(Buffer.concat([bytes, bytes])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startFaultProxy({ port: (server.address() as AddressInfo).port });
  t.after(async () => {
    await proxy.close();
    server.close();
  });
  const open = async () => {
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await Promise.race([gone, new Promise((resolve) => socket.once('connect', resolve))]);
    const heard: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => heard.push(bytes));
    const hear = async (length: number) => {
      while (Buffer.concat(heard).length < length) await once(socket, 'data');
      return Buffer.concat(heard).toString();
    };
    return { socket, heard, hear, gone };
  };
  return { proxy, open };
}

describe('the fault proxy', () => {
  it('passes bytes on, later or slower when told so', async (t) => {
    const { proxy, open } = await stage(t);
    const { socket, hear } = await open();
    socket.write('ab');
    assert.equal(await hear(4), 'abab');
    proxy.set({ kind: 'latency', ms: 40 });
    const startedAt = performance.now();
    socket.write('cd');
    assert.equal(await hear(8), 'ababcdcd');
    assert.ok(performance.now() - startedAt >= 75, 'both ways');
    proxy.set({ kind: 'slow', bytesPerSecond: 200 });
    const slowAt = performance.now();
    socket.write('x'.repeat(20));
    await hear(48);
    assert.ok(performance.now() - slowAt >= 150);
  });

  it('keeps a connection open that nothing comes through', async (t) => {
    const { proxy, open } = await stage(t);
    const { socket, heard, hear } = await open();
    socket.write('a');
    await hear(2);
    proxy.set({ kind: 'hang' });
    socket.write('lost');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(Buffer.concat(heard).toString(), 'aa');
    assert.equal(socket.destroyed, false);
    assert.equal(proxy.open(), 2);
  });

  it('breaks what is open, and takes nobody while it refuses', async (t) => {
    const { proxy, open } = await stage(t);
    const first = await open();
    first.socket.write('a');
    await first.hear(2);
    proxy.reset();
    await first.gone;
    proxy.set({ kind: 'refuse' });
    const second = await open();
    await second.gone;
    proxy.set({ kind: 'none' });
    const third = await open();
    third.socket.write('b');
    assert.equal(await third.hear(2), 'bb');
  });
});
