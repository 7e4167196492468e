import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { type Manifest, openNewestRelease, type ReleaseDeps } from './releases.ts';

/**
 * Answers with the newest installer, or with the part of it that is asked for. The file is let go of when
 * that is sent, and when the caller goes away.
 *
 * @throws AppError no_desktop_release, range_not_satisfiable, precondition_failed
 */
export async function sendInstaller(
  deps: ReleaseDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const found = await openNewestRelease(deps);
  if (!found) throw new AppError('no_desktop_release');
  const { release, file } = found;
  try {
    const part = prepareAnswer(release, request, reply);
    if (part) await sendPart(deps, file, part, reply);
    // As a stream: Fastify would give a text without content a length of 0.
    else void reply.send(Readable.from([]));
  } finally {
    await file.close();
  }
}

/** Sets status and headers. @returns null for an answer without content */
function prepareAnswer(
  release: Manifest,
  request: FastifyRequest,
  reply: FastifyReply,
): ByteRange | null {
  const { size, sha256 } = release;
  const etag = `"${sha256}"`;
  const plan = planAnswer(request.method, request.headers, { etag, size });
  if (plan.status === 412) throw new AppError('precondition_failed');
  if (plan.status === 416) {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range_not_satisfiable', { details: { limit: size } });
  }
  const part = plan.status === 206 ? plan.range : { first: 0, last: size - 1 };
  const digest = Buffer.from(sha256, 'hex').toString('base64');
  reply
    .status(plan.status)
    .type('application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    // Kept by the caller alone, who asks each time whether it is still the newest.
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', `attachment; filename="${release.file_name}"`)
    .header('content-length', part.last - part.first + 1)
    .header('repr-digest', `sha-256=:${digest}:`)
    .header('digest', `sha-256=${digest}`);
  if (plan.status === 206)
    reply.header('content-range', `bytes ${part.first}-${part.last}/${size}`);
  return plan.status === 304 || request.method === 'HEAD' ? null : part;
}

async function sendPart(
  { log }: ReleaseDeps,
  file: FileHandle,
  part: ByteRange,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(reply.statusCode);
  try {
    await writeFilePart(file, part, raw);
    raw.end();
  } catch (err) {
    // The head is sent: all that can be said now is that the rest does not come.
    if (!raw.destroyed) log.warn({ err }, 'a download of the desktop app was cut short');
    raw.destroy();
  }
}

/** First and last byte, both included. */
export type ByteRange = { first: number; last: number };

const SINGLE = /^bytes\s*=\s*(\d*)-(\d*)$/i;

/**
 * What a `Range` header asks for of a file. One range is served; several, and what is no range of bytes,
 * count as none, as RFC 9110 (14.2) allows, so that the whole is sent.
 *
 * @returns 'none' for the whole, 'outside' when no byte of the range exists
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'none' | 'outside' {
  const [, from = '', to = ''] = SINGLE.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'none';
  if (from === '') return lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Number(to);
  if (to !== '' && last < first) return 'none';
  if (first >= size) return 'outside';
  return { first, last: Math.min(last, size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | 'outside' {
  if (count === 0) return 'outside';
  return { first: Math.max(0, size - count), last: size - 1 };
}

const PIECE_BYTES = 256 * 1024;

/**
 * Writes a part of a file as fast as it is taken. Every download has one buffer, which is filled again when
 * the connection has let go of it: a file stream makes a new one for every piece, and twenty downloads make
 * them faster than they are collected (`npm run bench -- downloads.memory`).
 *
 * @throws Error when the caller goes away, or the file is shorter than it was
 */
async function writeFilePart(
  file: FileHandle,
  { first, last }: ByteRange,
  response: ServerResponse,
): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, last - first + 1));
  const leave = new AbortController();
  // A write that waits for its turn on a connection is not told when that connection ends.
  const gone = once(response, 'close', { signal: leave.signal }).then(() => {
    throw new Error('the caller went away');
  });
  gone.catch(() => undefined);
  try {
    for (let position = first; position <= last; ) {
      const length = Math.min(buffer.length, last - position + 1);
      const { bytesRead } = await file.read(buffer, 0, length, position);
      if (bytesRead === 0) throw new Error(`the file ends before its byte ${position}`);
      await Promise.race([write(response, buffer.subarray(0, bytesRead)), gone]);
      position += bytesRead;
    }
  } finally {
    leave.abort();
  }
}

function write(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

type AnswerPlan = { status: 200 } | { status: 206; range: ByteRange } | { status: 304 | 412 | 416 };

/**
 * How to answer a request for a file with a strong entity tag: conditions first, in the order of RFC 9110
 * (13.2.2), then the range. The file has no date of its own, so that conditions on dates never hold.
 */
function planAnswer(
  method: string,
  headers: IncomingHttpHeaders,
  file: { etag: string; size: number },
): AnswerPlan {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = headers;
  if (ifMatch !== undefined && !names(ifMatch, file.etag)) return { status: 412 };
  // Weak tags are as good as strong ones where all that matters is whether the caller has the file.
  if (ifNoneMatch !== undefined && names(ifNoneMatch.replace(/\bW\//g, ''), file.etag))
    return { status: 304 };
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== file.etag)) return { status: 200 };
  const range = byteRange(headers.range, file.size);
  if (range === 'none') return { status: 200 };
  return range === 'outside' ? { status: 416 } : { status: 206, range };
}

function names(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((each) => each.trim() === etag);
}
