import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../engine/api-error.ts';
import { createPrice, createProduct, productOf, trialOf } from '../engine/catalogue.ts';
import { type Emulator, nowIso } from '../engine/emulator.ts';
import { emit } from '../engine/events.ts';
import { isAsked, one, page, queryOf } from '../http/envelope.ts';
import { idSchema, neededText, parse, priceFields, productSchema } from '../http/parse.ts';
import type { Price, Product } from '../model/entities.ts';

type WithId = { Params: { id: string } };

const status = z.enum(['active', 'archived']).optional();
const priceSchema = z.object({ ...priceFields, product_id: idSchema });
const priceChange = z.object({ ...priceFields, description: neededText, status }).partial();
const productChange = productSchema.extend({ status }).partial();

/** Products and prices. */
export function catalogueRoutes(app: FastifyInstance, emulator: Emulator): void {
  const { products, prices } = emulator.state;
  const withPrices = (product: Product, include = '') => {
    if (!include.split(',').includes('prices')) return product;
    const own = [...prices.values()].filter((price) => price.product_id === product.id);
    return { ...product, prices: own };
  };
  const withProduct = (price: Price, include = '') =>
    include.split(',').includes('product')
      ? { ...price, product: productOf(emulator, price) }
      : price;

  app.post('/products', async (request, reply) => {
    const product = createProduct(emulator, parse(productSchema, request.body));
    return reply.code(201).send(one(request, product));
  });
  app.get('/products', async (request) => {
    const query = queryOf(request);
    const rows = [...products.values()].filter(
      (each) => isAsked(query.id, each.id) && isAsked(query.status, each.status),
    );
    const show = (product: Product) => withPrices(product, query.include);
    return page(request, emulator.url(), rows, ({ id }) => id, show);
  });
  app.get<WithId>('/products/:id', async (request) => {
    const product = found(products, 'Product', request.params.id);
    return one(request, withPrices(product, queryOf(request).include));
  });
  app.patch<WithId>('/products/:id', async (request) => {
    const product = found(products, 'Product', request.params.id);
    Object.assign(product, given(parse(productChange, request.body)), {
      updated_at: nowIso(emulator),
    });
    emit(emulator, 'product.updated', product);
    return one(request, product);
  });

  app.post('/prices', async (request, reply) => {
    const price = createPrice(emulator, parse(priceSchema, request.body));
    return reply.code(201).send(one(request, price));
  });
  app.get('/prices', async (request) => {
    const query = queryOf(request);
    const rows = [...prices.values()].filter(
      (each) =>
        isAsked(query.id, each.id) &&
        isAsked(query.product_id, each.product_id) &&
        isAsked(query.status, each.status) &&
        isAsked(query.recurring, String(each.billing_cycle !== null)),
    );
    const show = (price: Price) => withProduct(price, query.include);
    return page(request, emulator.url(), rows, ({ id }) => id, show);
  });
  app.get<WithId>('/prices/:id', async (request) => {
    const price = found(prices, 'Price', request.params.id);
    return one(request, withProduct(price, queryOf(request).include));
  });
  app.patch<WithId>('/prices/:id', async (request) => {
    const before = found(prices, 'Price', request.params.id);
    const { trial_period: trial, ...rest } = given(parse(priceChange, request.body));
    // A new object: what was sold before keeps the price at which it was sold.
    const price: Price = {
      ...before,
      ...rest,
      ...(trial === undefined ? {} : { trial_period: trial && trialOf(trial) }),
      updated_at: nowIso(emulator),
    };
    prices.set(price.id, price);
    emit(emulator, 'price.updated', price);
    return one(request, price);
  });
}

/** @throws ApiError 404 when a table has no such row */
export function found<T>(table: Map<string, T>, what: string, id: string): T {
  const row = table.get(id);
  if (row === undefined) throw notFound(what, id);
  return row;
}

type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The fields that a change names. */
export function given<T extends object>(change: T): Partial<Given<T>> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Given<T>>;
}
