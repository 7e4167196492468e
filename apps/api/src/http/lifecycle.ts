import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../process/lifecycle.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** It came whole, and a handler has it. */
    taken: boolean;
  }
}

/** Counts requests, and has clients leave by and by once the service is ending. */
export function registerLifecycle(app: FastifyInstance, { counts, isEnding }: Lifecycle): void {
  app.decorateRequest('taken', false);
  app.addHook('preHandler', (request, _reply, done) => {
    request.taken = true;
    counts.inFlight += 1;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Whoever keeps its connection would otherwise find it closed under its next request.
    if (isEnding()) reply.header('connection', 'close');
    done(null, payload);
  });
  // Also of a caller who has gone before its end.
  app.addHook('onResponse', (request, reply, done) => {
    if (request.taken) counts.inFlight -= 1;
    counts.requests += 1;
    if (reply.statusCode >= 500) counts.errors += 1;
    done();
  });
  // Right after the loop has taken in who is connecting: the system resets whoever waits when a port closes.
  app.addHook('preClose', () => new Promise<void>((resolve) => void setImmediate(resolve)));
}
