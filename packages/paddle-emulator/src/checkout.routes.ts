import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import {
  checkoutData,
  checkoutWords,
  findCheckout,
  nameBuyer,
  openCheckout,
  POSTCODE_COUNTRIES,
  pay,
} from './checkouts.ts';
import type { Emulator } from './emulator.ts';
import type { CheckoutSession } from './entities.ts';
import { html, pageOf, sendPage } from './html.ts';
import {
  cardSchema,
  customDataSchema,
  emailSchema,
  idSchema,
  itemsSchema,
  one,
  parse,
} from './parse.ts';

type WithId = { Params: { id: string } };

const openSchema = z.object({
  token: z.string(),
  items: itemsSchema.optional(),
  transaction_id: idSchema.optional(),
  email: emailSchema.optional(),
  custom_data: customDataSchema.optional(),
  theme: z.enum(['light', 'dark']).catch('light'),
});
const buyerSchema = z.object({
  email: emailSchema,
  country_code: z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as US'),
  postal_code: z
    .string()
    .max(20)
    .nullish()
    .transform((text) => text?.trim() || null),
});
const frameQuery = z.object({ theme: z.enum(['light', 'dark']).catch('light') });

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

/** The script that pages load, the frame that it opens, and the frame's calls, for which the client token is enough. */
export function checkoutRoutes(
  app: FastifyInstance,
  parts: { emulator: Emulator; clientToken: string; frameAncestors: readonly string[] },
): void {
  const { emulator, clientToken, frameAncestors } = parts;
  const asset = (path: string, file: string, type: keyof typeof TYPES) => {
    const text = readFileSync(new URL(`./browser/${file}`, import.meta.url), 'utf8');
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
  asset('/checkout/assets/frame.js', 'frame.js', 'js');
  asset('/checkout/assets/frame-form.js', 'frame-form.js', 'js');
  asset('/checkout/assets/frame.css', 'frame.css', 'css');
  app.get('/checkout/frame', async (request, reply) => {
    const { theme } = parse(frameQuery, request.query);
    const markup = pageOf({
      title: 'Checkout',
      theme,
      script: '/checkout/assets/frame.js',
      body: html`<main><div id="checkout" aria-busy="true"><p class="mode">Test mode: no real card is charged</p><p role="status">Loading…</p></div></main>`,
    });
    return sendPage(reply, markup, ["'self'", ...frameAncestors]);
  });

  const answer = (session: CheckoutSession, extra: object = {}) => ({
    ...extra,
    event: checkoutData(emulator, session),
    words: checkoutWords(emulator, session),
    postcode_countries: [...POSTCODE_COUNTRIES],
  });
  app.post('/checkout/sessions', async (request, reply) => {
    const input = parse(openSchema, request.body);
    if (input.token !== clientToken)
      throw new ApiError(403, 'forbidden', 'The client-side token is not valid.');
    return reply.code(201).send(one(request, answer(openCheckout(emulator, input))));
  });
  app.post<WithId>('/checkout/sessions/:id/customer', async (request) => {
    const session = findCheckout(emulator, request.params.id);
    const isNew = nameBuyer(emulator, session, parse(buyerSchema, request.body));
    return one(request, answer(session, { is_new_customer: isNew }));
  });
  app.post<WithId>('/checkout/sessions/:id/pay', async (request) => {
    const session = findCheckout(emulator, request.params.id);
    const result = pay(emulator, session, parse(cardSchema, request.body));
    // The money moves first, the answer takes its time: so a browser that is closed now has paid.
    await sleep(emulator.behaviour.cardAnswerMs, undefined, { ref: false });
    return one(request, answer(session, { result }));
  });
}
