import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../engine/api-error.ts';
import { checkoutData, checkoutWords } from '../engine/checkout-data.ts';
import {
  answerChallenge,
  findCheckout,
  nameBuyer,
  openCheckout,
  type PayResult,
  POSTCODE_COUNTRIES,
  pay,
} from '../engine/checkouts.ts';
import type { Emulator } from '../engine/emulator.ts';
import { findTransaction, updateTransaction } from '../engine/transactions.ts';
import { one } from '../http/envelope.ts';
import {
  countrySchema,
  customDataSchema,
  emailSchema,
  idSchema,
  itemsSchema,
  parse,
} from '../http/parse.ts';
import type { CheckoutSession } from '../model/records.ts';
import { pricingPreview, pricingPreviewSchema } from './transaction.routes.ts';

type WithId = { Params: { id: string } };

const openSchema = z.object({
  token: z.string(),
  items: itemsSchema.optional(),
  transaction_id: idSchema.optional(),
  customer: z
    .object({
      id: idSchema.optional(),
      email: emailSchema.optional(),
      address: z
        .object({
          id: idSchema.optional(),
          country_code: countrySchema.optional(),
          postal_code: z.string().max(20).optional(),
        })
        .optional(),
    })
    .nullish()
    .transform((customer) => customer ?? undefined),
  custom_data: customDataSchema.optional(),
  display_mode: z.enum(['inline', 'overlay']).catch('overlay'),
  theme: z.enum(['light', 'dark']).catch('light'),
});
const updateSchema = z.object({
  items: itemsSchema.optional(),
  custom_data: customDataSchema.optional(),
});
const buyerSchema = z.object({
  email: emailSchema,
  country_code: countrySchema,
  postal_code: z
    .string()
    .max(20)
    .nullish()
    .transform((text) => text?.trim() || null),
});

/** What a card is typed in as. */
export const cardSchema = z.object({
  number: z.string().max(40),
  expiry_month: z.number(),
  expiry_year: z.number(),
  cvc: z.string().max(4),
  name: z.string().max(200).optional(),
});
const challengeSchema = z.object({ challenge_id: idSchema, approved: z.boolean() });

/** The calls of the frame and of the script. They need no API key: the client token opens a checkout. */
export function checkoutRoutes(
  app: FastifyInstance,
  emulator: Emulator,
  clientToken: string,
): void {
  const refuseToken = (token: string | undefined) => {
    if (token === clientToken) return;
    throw new ApiError(403, 'forbidden', 'The client-side token is not valid.');
  };
  const answer = (session: CheckoutSession, extra: object = {}) => ({
    ...extra,
    event: checkoutData(emulator, session),
    words: checkoutWords(emulator, session),
    postcode_countries: [...POSTCODE_COUNTRIES],
  });
  const answerPay = (session: CheckoutSession, result: PayResult) => answer(session, { result });

  app.post('/checkout/sessions', async (request, reply) => {
    const input = parse(openSchema, request.body);
    refuseToken(input.token);
    const session = openCheckout(emulator, input);
    return reply.code(201).send(one(request, answer(session)));
  });
  app.patch<WithId>('/checkout/sessions/:id', async (request) => {
    const session = findCheckout(emulator, request.params.id);
    const input = parse(updateSchema, request.body);
    updateTransaction(emulator, findTransaction(emulator, session.transaction_id), input);
    if (input.custom_data !== undefined) session.custom_data = input.custom_data;
    return one(request, answer(session));
  });
  app.post<WithId>('/checkout/sessions/:id/customer', async (request) => {
    const session = findCheckout(emulator, request.params.id);
    const input = parse(buyerSchema, request.body);
    const { isNewCustomer } = nameBuyer(emulator, session, {
      email: input.email,
      countryCode: input.country_code,
      postalCode: input.postal_code,
    });
    return one(request, answer(session, { is_new_customer: isNewCustomer }));
  });
  app.post<WithId>('/checkout/sessions/:id/pay', async (request) => {
    const session = findCheckout(emulator, request.params.id);
    const result = pay(emulator, session, parse(cardSchema, request.body));
    // The money moves first, the answer takes its time: so a browser that is closed now has paid.
    await sleep(emulator.behaviour.cardAnswerMs, undefined, { ref: false });
    return one(request, answerPay(session, result));
  });
  app.post<WithId>('/checkout/sessions/:id/challenge', async (request) => {
    const session = findCheckout(emulator, request.params.id);
    const { challenge_id: id, approved } = parse(challengeSchema, request.body);
    const result = answerChallenge(emulator, session, id, approved);
    await sleep(emulator.behaviour.cardAnswerMs, undefined, { ref: false });
    return one(request, answerPay(session, result));
  });

  // Asked by the page itself, which is of another origin: it reads prices and nothing else.
  const allowEveryone = (reply: FastifyReply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-headers', 'content-type, paddle-clienttoken');
  app.options('/checkout/pricing-preview', async (_request, reply) =>
    allowEveryone(reply).code(204).send(),
  );
  app.post('/checkout/pricing-preview', async (request, reply) => {
    allowEveryone(reply);
    refuseToken(request.headers['paddle-clienttoken']?.toString());
    return one(request, pricingPreview(emulator, parse(pricingPreviewSchema, request.body)));
  });
}
