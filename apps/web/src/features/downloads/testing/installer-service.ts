import { vi } from 'vitest';
import { overview } from '../../../testing/dashboard.tsx';
import { type Call, serve } from '../../../testing/handlers.ts';

const ADDRESS = '/api/download/desktop-installer';

/** One answer to a request for the installer. */
export type InstallerAnswer =
  /** The file, or what is asked for of it; `breaksAt` bytes of the file the connection breaks, `then` waits. */
  | { kind: 'file'; breaksAt?: number; hangs?: boolean }
  | { kind: 'refusal'; status: number; body?: unknown }
  | { kind: 'no answer' };

export type Asked = { range: string | null; ifRange: string | null; token: string | null };

export type InstallerService = {
  /** The next answers; the last one is given again and again. */
  answers: InstallerAnswer[];
  /** What is downloaded; may be changed between two answers. */
  content: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  readonly asked: Asked[];
  readonly calls: Call[];
};

export async function sha256Hex(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
}

async function releaseOf(content: Uint8Array<ArrayBuffer>, version = '1.2.3') {
  return {
    version,
    file_name: `quorate-desktop-setup-${version}.exe`,
    size: content.byteLength,
    sha256: await sha256Hex(content),
    published_at: '2026-11-20T10:00:00.000Z',
  };
}

/** The dashboard's calls with a published release, and the download as the service streams it. */
export async function serveInstaller(content: Uint8Array<ArrayBuffer>): Promise<InstallerService> {
  const asked: Asked[] = [];
  const calls = serve({
    ...overview,
    'GET /api/download/desktop-release': async () => ({
      body: { success: true, release: await releaseOf(service.content) },
    }),
  });
  const service: InstallerService = {
    answers: [{ kind: 'file' }],
    content,
    headers: { 'content-disposition': 'attachment; filename="quorate-desktop-setup-1.2.3.exe"' },
    asked,
    calls,
  };
  const others = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address !== ADDRESS) return others(address, init);
    const sent = new Headers(init.headers);
    const range = sent.get('range');
    asked.push({ range, ifRange: sent.get('if-range'), token: sent.get('authorization') });
    const answer = (service.answers.length > 1 ? service.answers.shift() : service.answers[0]) ?? {
      kind: 'no answer',
    };
    if (answer.kind === 'no answer') throw new TypeError('fetch failed');
    if (answer.kind === 'refusal')
      return Response.json(answer.body ?? {}, { status: answer.status });
    return fileAnswer(service, answer, sent, init.signal);
  });
  return service;
}

async function fileAnswer(
  { content, headers }: InstallerService,
  { breaksAt, hangs }: Extract<InstallerAnswer, { kind: 'file' }>,
  sent: Headers,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const hash = await sha256Hex(content);
  const etag = `"${hash}"`;
  const isPart = sent.get('range') !== null && sent.get('if-range') === etag;
  const first = isPart ? Number(/\d+/.exec(sent.get('range') ?? '')?.[0]) : 0;
  const end = breaksAt ?? content.byteLength;
  const pieces = [content.slice(first, (first + end) >> 1), content.slice((first + end) >> 1, end)];
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      signal?.addEventListener('abort', () => stream.error(new DOMException('', 'AbortError')));
    },
    async pull(stream) {
      const piece = pieces.shift();
      if (piece) stream.enqueue(piece);
      else if (hangs) await new Promise(() => undefined);
      else if (breaksAt === undefined) stream.close();
      else stream.error(new TypeError('network error'));
    },
  });
  const digest = Buffer.from(hash, 'hex').toString('base64');
  return new Response(body, {
    status: isPart ? 206 : 200,
    headers: {
      etag,
      'repr-digest': `sha-256=:${digest}:`,
      'content-length': String(content.byteLength - first),
      ...(isPart && {
        'content-range': `bytes ${first}-${content.byteLength - 1}/${content.byteLength}`,
      }),
      ...headers,
    },
  });
}
