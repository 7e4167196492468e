import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import type { ByteRange } from './byte-range.ts';
import type { Manifest } from './manifest.ts';
import { planAnswer } from './plan-answer.ts';
import { openNewestRelease, type ReleaseDeps } from './releases.ts';
import { writeFilePart } from './write-file-part.ts';

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
