import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { queryOf } from '../http/envelope.ts';
import { html, pageOf, sendPage } from '../http/html.ts';
import { parse } from '../http/parse.ts';

const frameQuery = z.object({
  theme: z.enum(['light', 'dark']).catch('light'),
  mode: z.enum(['inline', 'overlay']).catch('overlay'),
});

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

/** The script that pages load, and the frame that it opens. */
export function pageRoutes(
  app: FastifyInstance,
  { frameAncestors, clientToken }: { frameAncestors: readonly string[]; clientToken: string },
): void {
  const asset = (path: string, file: string, type: keyof typeof TYPES) => {
    const text = readFileSync(new URL(`../browser/${file}`, import.meta.url), 'utf8');
    app.get(path, async (_request, reply) =>
      reply
        .type(TYPES[type])
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-cache')
        .send(text),
    );
  };
  asset('/paddle/v2/paddle.js', 'paddle.js', 'js');
  for (const file of ['frame.js', 'frame-view.js', 'frame-fields.js', 'pay-page.js']) {
    asset(`/checkout/assets/${file}`, file, 'js');
  }
  asset('/checkout/assets/frame.css', 'frame.css', 'css');

  app.get('/checkout/frame', async (request, reply) => {
    const { theme, mode } = parse(frameQuery, queryOf(request));
    const markup = pageOf({
      title: 'Checkout',
      theme,
      script: '/checkout/assets/frame.js',
      body: html`<main class="frame" data-mode="${mode}"><div id="checkout" aria-busy="true"><p class="mode">Test mode: no real card is charged</p><p role="status">Loading…</p></div></main>`,
    });
    return sendPage(reply, markup, ["'self'", ...frameAncestors]);
  });
  // The page behind `checkout.url` of a transaction when no other is set.
  app.get('/checkout/pay', async (_request, reply) => {
    const markup = pageOf({
      title: 'Pay',
      theme: 'system',
      body: html`<main data-token="${clientToken}"><h1>Pay</h1><p id="state" role="status">Opening the checkout…</p></main><script src="/paddle/v2/paddle.js"></script><script src="/checkout/assets/pay-page.js"></script>`,
    });
    return sendPage(reply, markup, 'none');
  });
}
