import { z } from 'zod';

/** An id of the provider's, such as txn_01hj327s2cpxh4mprx55p5qwdz. */
export const idField = z.string().regex(/^[a-z]{2,10}_[\w-]{1,100}$/);

/** Currencies are names of ISO 4217: anything else breaks the formatting of money. */
export const currencyField = z.string().regex(/^[A-Z]{3}$/);

/** Minor units come as text, '4000' for 40 dollars. Parts of a change that gives money back are negative. */
export const amountField = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger, 'is too large to be counted exactly');

/** The provider writes up to nanoseconds; a Date cuts them off. */
export const momentField = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The provider leaves fields out of some payloads that are null in others. */
export function orNull<T extends z.ZodType>(field: T) {
  return field.nullish().transform((value) => value ?? null);
}

export const periodField = z
  .object({ starts_at: momentField, ends_at: momentField })
  .transform(({ starts_at, ends_at }) => ({ start: starts_at, end: ends_at }));

export const cycleField = z.object({
  interval: z.enum(['day', 'week', 'month', 'year']),
  frequency: z.int().min(1),
});

/** Anybody's browser writes it: a strange one makes no payment unreadable, it just says nothing. */
export const customDataField = z.record(z.string(), z.unknown()).catch({});
