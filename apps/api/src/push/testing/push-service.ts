import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { z } from 'zod';

export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer };

type Answer = (response: ServerResponse, pushed: Pushed) => void;

/** A push service on loopback that keeps what it gets, and answers as it is told. */
export async function startPushService(t: TestContext) {
  const pushed: Pushed[] = [];
  let answer: Answer = (response) => response.writeHead(201).end();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const message = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces),
    };
    pushed.push(message);
    answer(response, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    pushed,
    answerWith(next: Answer) {
      answer = next;
    },
  };
}

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

/**
 * Reads who sent a message (RFC 8292): `vapid t=TOKEN, k=KEY`, the token signed by the key.
 *
 * @throws Error when the signature is wrong
 */
export function senderOf({ headers }: Pushed): z.output<typeof claims> & { key: string } {
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('the signature is wrong');
  return { ...claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString())), key };
}
