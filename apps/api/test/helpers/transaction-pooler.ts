import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import pg from 'pg';

const SSL_REQUEST = 80_877_103;
const OK_AND_READY = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);

/**
 * A pooler in transaction mode, as PgBouncer is one: whoever begins a transaction gets the one connection
 * until it ends, and what is set on it stays for the next.
 *
 * @returns the address to use in place of PostgreSQL's
 */
export async function startTransactionPooler(
  t: { after(end: () => unknown): void },
  url: string,
): Promise<string> {
  const stream = new Socket();
  const upstream = new pg.Client({ connectionString: url, stream: () => stream });
  // It ends with the server of the tests.
  upstream.on('error', () => {});
  await upstream.connect();
  stream.removeAllListeners('data');
  let holder: Socket | null = null;
  /** Batches of the holder that have no answer yet: a pipeline has several. */
  let underWay = 0;
  const waiting: { client: Socket; batch: Buffer }[] = [];

  const sendNext = () => {
    const index = waiting.findIndex(({ client }) => !holder || client === holder);
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (!next) return;
    holder = next.client;
    underWay += 1;
    stream.write(next.batch);
  };

  let answer = Buffer.alloc(0);
  stream.on('data', (bytes: Buffer<ArrayBuffer>) => {
    answer = Buffer.concat([answer, bytes]);
    for (let all = takeMessage(answer, 1); all; all = takeMessage(answer, 1)) {
      answer = all.rest;
      holder?.write(all.message);
      if (all.message[0] !== 'Z'.charCodeAt(0)) continue;
      underWay -= 1;
      if (underWay === 0 && all.message[5] === 'I'.charCodeAt(0)) holder = null;
      sendNext();
    }
  });

  const server = createServer((client) => {
    let read = Buffer.alloc(0);
    let batch: Buffer[] = [];
    let hasBegun = false;
    client.on('error', () => client.destroy());
    client.on('data', (bytes: Buffer<ArrayBuffer>) => {
      read = Buffer.concat([read, bytes]);
      for (;;) {
        const taken = takeMessage(read, hasBegun ? 1 : 0);
        if (!taken) return;
        read = taken.rest;
        if (!hasBegun) {
          const isSsl = taken.message.readInt32BE(4) === SSL_REQUEST;
          client.write(isSsl ? 'N' : OK_AND_READY);
          hasBegun = !isSsl;
          continue;
        }
        const kind = String.fromCharCode(taken.message[0] ?? 0);
        if (kind === 'X') return client.end();
        batch.push(taken.message);
        if (kind !== 'S' && kind !== 'Q') continue;
        waiting.push({ client, batch: Buffer.concat(batch) });
        batch = [];
        sendNext();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    stream.destroy();
  });
  const bound = server.address();
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  return pooled.href;
}

/** @param head bytes before the length: one for the kind, none at the beginning */
function takeMessage(
  bytes: Buffer<ArrayBuffer>,
  head: 0 | 1,
): { message: Buffer<ArrayBuffer>; rest: Buffer<ArrayBuffer> } | null {
  if (bytes.length < head + 4) return null;
  const end = head + bytes.readInt32BE(head);
  if (bytes.length < end) return null;
  return { message: bytes.subarray(0, end), rest: bytes.subarray(end) };
}

function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}
