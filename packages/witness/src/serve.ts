import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Witness, WitnessAnswer } from './witness.ts';

/** A checkpoint with its proof is a few kilobytes. */
const BODY_MAX = 64 * 1024;
const WAIT_MS = 10_000;

/** Serves a witness: `POST /add-checkpoint`, and `GET /` for people and monitors. */
export function serveWitness(
  witness: Witness,
  { keyText, log }: Readonly<{ keyText: string; log: (line: string) => void }>,
): Server {
  const server = createServer((request, response) => {
    void answer(witness, keyText, request)
      .catch((error: unknown): WitnessAnswer => {
        log(`failed: ${error instanceof Error ? error.message : String(error)}`);
        return { status: 500, type: TEXT, body: 'the witness could not look at it\n' };
      })
      .then(({ status, type, body }) => {
        if (request.method === 'POST') log(`${status} ${body.trim().slice(0, 120)}`);
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(body);
      });
  });
  server.requestTimeout = WAIT_MS;
  server.headersTimeout = WAIT_MS;
  return server;
}

const TEXT = 'text/plain; charset=utf-8';

async function answer(
  witness: Witness,
  keyText: string,
  request: IncomingMessage,
): Promise<WitnessAnswer> {
  const { method, url = '' } = request;
  if (method === 'GET' && url === '/') {
    const notes = witness.newest().map(({ note }) => note);
    return { status: 200, type: TEXT, body: [`${keyText}\n`, ...notes].join('\n') };
  }
  if (url !== '/add-checkpoint')
    return { status: 404, type: TEXT, body: 'there is nothing here\n' };
  if (method !== 'POST') return { status: 405, type: TEXT, body: 'a checkpoint is posted\n' };
  const body = await readBody(request);
  return body === null
    ? { status: 413, type: TEXT, body: 'the request is longer than any of a log\n' }
    : witness.add(body);
}

/** @returns null for one that is too long */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > BODY_MAX) return null;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
