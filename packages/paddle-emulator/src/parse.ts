import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Reads a body or a query. @throws ApiError 400 that names every field at fault */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw new ApiError(400, 'bad_request', 'Invalid request.', errors);
}

/** One entity in the provider's envelope. */
export function one(request: FastifyRequest, data: unknown) {
  return { data, meta: { request_id: request.id } };
}

/** See `CustomData`. */
export const customDataSchema = z.record(z.string(), z.unknown()).nullable();
export const emailSchema = z.email().max(320);
/** An id, whatever its prefix. */
export const idSchema = z.string().min(1).max(100);
/** Prices of the catalogue; `resolveItems` checks the quantities. */
export const itemsSchema = z
  .array(z.object({ price_id: idSchema, quantity: z.number().default(1) }))
  .max(100);
/** A card as it is typed in; the year has four digits. */
export const cardSchema = z.object({
  number: z.string().max(40),
  expiry_month: z.number(),
  expiry_year: z.number(),
  cvc: z.string().max(4),
});
