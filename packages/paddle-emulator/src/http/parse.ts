import { z } from 'zod';
import { ApiError } from '../engine/api-error.ts';

/** Reads a body or a query. @throws ApiError 400 that names every field at fault */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw new ApiError(400, 'bad_request', 'Invalid request.', { errors });
}

const text = z.string().max(2_000);

/** See `CustomData`. */
export const customDataSchema = z.record(z.string(), z.unknown()).nullable();
/** An e-mail address. */
export const emailSchema = z.email().max(320);
/** ISO 3166, two letters. */
export const countrySchema = z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as US');
/** An id, whatever its prefix. */
export const idSchema = z.string().min(1).max(100);
/** Text, null or nothing. */
export const optionalText = text.nullable().optional();
/** Text that says something. */
export const neededText = text.min(1);

/** See `Cycle`. */
export const cycleSchema = z.object({
  interval: z.enum(['day', 'week', 'month', 'year']),
  frequency: z.int().min(1).max(999),
});

/** See `Money`. */
const moneySchema = z.object({
  amount: z.string().regex(/^\d{1,12}$/, 'must be a whole number of minor units, as text'),
  currency_code: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as USD'),
});

/** See `ProductInput`. */
export const productSchema = z.object({
  name: neededText,
  description: optionalText,
  tax_category: text.optional(),
  image_url: optionalText,
  custom_data: customDataSchema.optional(),
});

/** See `PriceInput`. */
export const priceFields = {
  description: neededText,
  name: optionalText,
  unit_price: moneySchema,
  billing_cycle: cycleSchema.nullable().optional(),
  trial_period: cycleSchema
    .extend({ requires_payment_method: z.boolean().optional() })
    .nullable()
    .optional(),
  tax_mode: z.enum(['account_setting', 'external', 'internal', 'location']).optional(),
  quantity: z
    .object({ minimum: z.int().min(1), maximum: z.int().min(1) })
    .refine(({ minimum, maximum }) => minimum <= maximum, 'minimum is above maximum')
    .optional(),
  custom_data: customDataSchema.optional(),
};

/** See `ItemInput`; the engine judges quantities. */
export const itemsSchema = z
  .array(
    z.object({
      price_id: idSchema.optional(),
      price: z
        .object({
          ...priceFields,
          product_id: idSchema.optional(),
          product: productSchema.optional(),
        })
        .optional(),
      quantity: z.number().default(1),
    }),
  )
  .max(100);
