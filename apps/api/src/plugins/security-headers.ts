import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** No inline script or style but those of the built pages, by their hashes; nothing from any other host. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: { scriptHashes: readonly string[]; styleHashes: readonly string[]; https: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...options.scriptHashes],
        styleSrc: ["'self'", ...options.styleHashes],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  // The address of these pages holds a secret until it is used.
  app.addHook('onSend', async (request, reply, payload) => {
    if (/^\/(verify-email|reset-password)/.test(request.url))
      reply.header('referrer-policy', 'no-referrer');
    return payload;
  });
}
