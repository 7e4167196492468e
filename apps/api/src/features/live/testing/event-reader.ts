import { getLive, type LiveChange, liveChange } from '@quorate/contract/live-stream';
import type { FastifyInstance } from 'fastify';

export type LiveEvent = { id: string; change: LiveChange };

export type EventReader = {
  status: number;
  headers: Headers;
  /** The next event; null once the stream has ended. */
  next(): Promise<LiveEvent | null>;
  /** Whether a comment has come since the last call. */
  commented(): boolean;
  close(): void;
};

/** Reads the live events of a service over real HTTP. */
export async function readEvents(
  app: FastifyInstance,
  token: string,
  lastEventId?: string,
): Promise<EventReader> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const leave = new AbortController();
  const response = await fetch(`http://127.0.0.1:${address.port}${getLive.path}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leave.signal,
  });
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let comments = 0;
  return {
    status: response.status,
    headers: response.headers,
    commented() {
      const some = comments > 0;
      comments = 0;
      return some;
    },
    close: () => leave.abort(),
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          if (!block.startsWith(':')) return toEvent(block);
          comments++;
          continue;
        }
        const piece = await pieces?.read();
        if (!piece || piece.done) return null;
        text += piece.value;
      }
    },
  };
}

function toEvent(block: string): LiveEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  return { id: field('id'), change: liveChange.parse(JSON.parse(field('data'))) };
}
