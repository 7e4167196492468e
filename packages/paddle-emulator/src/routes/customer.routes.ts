import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../engine/api-error.ts';
import {
  createAddress,
  createCustomer,
  findAddress,
  findCustomer,
  refuseTakenEmail,
} from '../engine/customers.ts';
import { type Emulator, newId, nowIso } from '../engine/emulator.ts';
import { emit } from '../engine/events.ts';
import { createPortalSession } from '../engine/portal-sessions.ts';
import { isAsked, one, page, queryOf } from '../http/envelope.ts';
import {
  countrySchema,
  customDataSchema,
  emailSchema,
  idSchema,
  optionalText,
  parse,
} from '../http/parse.ts';
import type { PaymentMethod } from '../model/entities.ts';
import { isoOf } from '../model/periods.ts';
import { given } from './catalogue.routes.ts';

type WithId = { Params: { id: string } };
type WithIds = { Params: { id: string; other: string } };

const TOKEN_LIVES_MS = 30 * 60_000;

const status = z.enum(['active', 'archived']).optional();
const customerSchema = z.object({
  email: emailSchema,
  name: optionalText,
  locale: z.string().max(20).optional(),
  custom_data: customDataSchema.optional(),
});
const customerChange = customerSchema.extend({ status }).partial();
const addressSchema = z.object({
  country_code: countrySchema,
  description: optionalText,
  first_line: optionalText,
  second_line: optionalText,
  city: optionalText,
  postal_code: optionalText,
  region: optionalText,
  custom_data: customDataSchema.optional(),
});
const addressChange = addressSchema.extend({ status }).partial();
const portalSchema = z.object({ subscription_ids: z.array(idSchema).max(25).default([]) });

/** Customers and what hangs on them: addresses, cards on file, credit, tokens, portal sessions. */
export function customerRoutes(app: FastifyInstance, emulator: Emulator): void {
  const { state } = emulator;

  app.post('/customers', async (request, reply) => {
    const customer = createCustomer(emulator, parse(customerSchema, request.body));
    return reply.code(201).send(one(request, customer));
  });
  app.get('/customers', async (request) => {
    const query = queryOf(request);
    const search = query.search?.toLowerCase() ?? '';
    const rows = [...state.customers.values()].filter(
      (each) =>
        isAsked(query.id, each.id) &&
        isAsked(query.email?.toLowerCase(), each.email.toLowerCase()) &&
        isAsked(query.status, each.status) &&
        `${each.id} ${each.name ?? ''} ${each.email}`.toLowerCase().includes(search),
    );
    return page(request, emulator.url(), rows, ({ id }) => id);
  });
  app.get<WithId>('/customers/:id', async (request) =>
    one(request, findCustomer(emulator, request.params.id)),
  );
  app.patch<WithId>('/customers/:id', async (request) => {
    const customer = findCustomer(emulator, request.params.id);
    const change = parse(customerChange, request.body);
    if (change.email !== undefined) refuseTakenEmail(emulator, change.email, customer.id);
    Object.assign(customer, given(change), { updated_at: nowIso(emulator) });
    emit(emulator, 'customer.updated', customer);
    return one(request, customer);
  });
  app.get<WithId>('/customers/:id/credit-balances', async (request) => {
    const { id } = findCustomer(emulator, request.params.id);
    const own = [...state.creditBalances].filter(([key]) => key.startsWith(`${id}:`));
    const balances = own.map(([key, minor]) => ({
      customer_id: id,
      currency_code: key.slice(id.length + 1),
      balance: { available: String(minor), reserved: '0', used: '0' },
    }));
    return one(request, balances);
  });
  app.post<WithId>('/customers/:id/auth-token', async (request, reply) => {
    const { id } = findCustomer(emulator, request.params.id);
    const token = `pca_${newId(emulator, 'tok').slice(4)}_${id.slice(4)}`;
    const expiresAt = isoOf(emulator.clock.now() + TOKEN_LIVES_MS);
    return reply
      .code(201)
      .send(one(request, { customer_auth_token: token, expires_at: expiresAt }));
  });
  app.post<WithId>('/customers/:id/portal-sessions', async (request, reply) => {
    const { subscription_ids: ids } = parse(portalSchema, request.body);
    const session = createPortalSession(emulator, request.params.id, ids);
    return reply.code(201).send(one(request, session));
  });

  app.post<WithId>('/customers/:id/addresses', async (request, reply) => {
    const input = parse(addressSchema, request.body);
    const address = createAddress(emulator, request.params.id, input);
    return reply.code(201).send(one(request, address));
  });
  app.get<WithId>('/customers/:id/addresses', async (request) => {
    const { id } = findCustomer(emulator, request.params.id);
    const rows = [...state.addresses.values()].filter((each) => each.customer_id === id);
    return page(request, emulator.url(), rows, (each) => each.id);
  });
  app.get<WithIds>('/customers/:id/addresses/:other', async (request) =>
    one(request, findAddress(emulator, request.params.id, request.params.other)),
  );
  app.patch<WithIds>('/customers/:id/addresses/:other', async (request) => {
    const address = findAddress(emulator, request.params.id, request.params.other);
    Object.assign(address, given(parse(addressChange, request.body)), {
      updated_at: nowIso(emulator),
    });
    emit(emulator, 'address.updated', address);
    return one(request, address);
  });

  const ownCard = (customerId: string, id: string): PaymentMethod => {
    const method = state.paymentMethods.get(id);
    if (method?.customer_id !== customerId) throw notFound('Payment method', id);
    return method;
  };
  app.get<WithId>('/customers/:id/payment-methods', async (request) => {
    const { id } = findCustomer(emulator, request.params.id);
    const onFile = new Set(state.subscriptionCards.values());
    const rows = [...state.paymentMethods.values()].filter(
      (each) => each.customer_id === id && onFile.has(each.id),
    );
    return page(request, emulator.url(), rows, (each) => each.id);
  });
  app.get<WithIds>('/customers/:id/payment-methods/:other', async (request) =>
    one(request, ownCard(request.params.id, request.params.other)),
  );
  app.delete<WithIds>('/customers/:id/payment-methods/:other', async (request, reply) => {
    const method = ownCard(request.params.id, request.params.other);
    state.paymentMethods.delete(method.id);
    emulator.changed();
    return reply.code(204).send();
  });
}
