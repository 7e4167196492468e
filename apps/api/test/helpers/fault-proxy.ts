import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What becomes of bytes on their way. `hang`: connections stay open and nothing arrives any more, as when
 * the other machine is gone without a word. `refuse`: nobody takes connections, and those there are end.
 */
export type Fault =
  | Readonly<{ kind: 'none' | 'hang' | 'refuse' }>
  | Readonly<{ kind: 'latency'; ms: number }>
  | Readonly<{ kind: 'slow'; bytesPerSecond: number }>;

export type FaultProxy = Readonly<{
  port: number;
  /** The same address, by way of the proxy. */
  through(url: string): string;
  set(fault: Fault): void;
  /** Breaks every connection without a goodbye. */
  reset(): void;
  /** How many connections there are, on either side. */
  open(): number;
  close(): Promise<void>;
}>;

const NONE: Fault = { kind: 'none' };
const SLICES_PER_SECOND = 20;

/** Stands between a client and a server on this machine, and does to their connections what networks do. */
export async function startFaultProxy(target: {
  port: number;
  host?: string;
}): Promise<FaultProxy> {
  let fault: Fault = NONE;
  const sockets = new Set<Socket>();

  const server = createServer((near) => {
    if (fault.kind === 'refuse') return void near.resetAndDestroy();
    const far = connect({ port: target.port, host: target.host ?? '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pass(from, to, () => fault);
      from.on('error', () => to.destroy());
      sockets.add(from);
      from.on('close', () => {
        sockets.delete(from);
        // A peer that is gone without a word closes nothing.
        if (fault.kind !== 'hang') to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const each = (work: (socket: Socket) => void) => {
    for (const socket of sockets) work(socket);
  };
  return {
    port,
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${port}`;
      return changed.href;
    },
    set(next) {
      fault = next;
      if (next.kind === 'refuse') each((socket) => socket.destroy());
    },
    reset: () => each((socket) => socket.resetAndDestroy()),
    open: () => sockets.size,
    async close() {
      fault = NONE;
      each((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

/** Bytes keep their order whatever happens to them. */
function pass(from: Socket, to: Socket, fault: () => Fault): void {
  let before = Promise.resolve();
  from.on('data', (bytes: Buffer) => {
    before = before.then(async () => {
      const now = fault();
      switch (now.kind) {
        // What was sent into the dark never arrives, even when the light is on again.
        case 'hang':
          return;
        case 'latency':
          await pause(now.ms);
          break;
        case 'slow':
          return trickle(bytes, to, now.bytesPerSecond);
        case 'none':
        case 'refuse':
          break;
      }
      if (!to.destroyed) to.write(bytes);
    });
  });
  from.on('end', () => {
    before = before.then(() => {
      if (fault().kind !== 'hang') to.end();
    });
  });
}

async function trickle(bytes: Buffer, to: Socket, bytesPerSecond: number): Promise<void> {
  const size = Math.max(1, Math.floor(bytesPerSecond / SLICES_PER_SECOND));
  for (let at = 0; at < bytes.length && !to.destroyed; at += size) {
    to.write(bytes.subarray(at, at + size));
    await pause(1_000 / SLICES_PER_SECOND);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
