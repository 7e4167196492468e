import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * What every answer carries. Pages set a content security policy of their own (`page-policy.ts`);
 * whatever else a browser is made to show as a page may load and run nothing.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: { https: boolean },
): Promise<void> {
  await app.register(helmet, {
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
  // The address of these pages holds a secret until it is used.
  app.addHook('onSend', async (request, reply, payload) => {
    if (/^\/(verify-email|reset-password|login\/callback)/.test(request.url))
      reply.header('referrer-policy', 'no-referrer');
    return payload;
  });
}
