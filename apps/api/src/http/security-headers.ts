import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { type FastifyInstance, fastify } from 'fastify';

/**
 * What every answer carries. Pages set a content security policy of their own (`page-policy.ts`);
 * whatever else a browser is made to show as a page may load and run nothing.
 */
export function securityHeaders(options: { https: boolean }): Promise<Record<string, string>> {
  return headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: options.https
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

/** Has every answer of a service carry them. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: { https: boolean },
): Promise<void> {
  const always = await securityHeaders(options);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(always);
    done();
  });
  // The address of these pages holds a secret until it is used.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (/^\/(verify-email|reset-password|unsubscribe|login\/callback)/.test(request.url))
      reply.header('referrer-policy', 'no-referrer');
    done(null, payload);
  });
}

/**
 * They are the same for every answer, and helmet works them out again for each, which takes longer than all
 * the rest of a small one: it is asked once.
 */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const app = fastify();
  await app.register(helmet, options);
  app.get('/', (_request, reply) => reply.send());
  const { headers } = await app.inject('/');
  await app.close();
  const ofAnyAnswer = ['content-length', 'date', 'connection'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofAnyAnswer.includes(name) ? [] : [[name, String(value)]],
    ),
  );
}
