import { z } from 'zod';
import { customDataSchema, emailSchema, idSchema, itemsSchema } from '../http/parse.ts';
import { adjustmentFields } from './adjustment.routes.ts';
import { cardSchema } from './checkout.routes.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const FARTHEST_MS = 20 * 366 * 86_400_000;

/** Milliseconds, or a text such as '31d', '2h', '30m', '90s', '5ms'. */
const durationSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}(ms|s|m|h|d)$/, "must be such as '31d', '2h', '30m', '90s' or '5ms'")
      .transform((text) => {
        const [, figure = '0', unit = 'ms'] = /^(\d+)(\w+)$/.exec(text) ?? [];
        return Number(figure) * (UNITS_MS[unit] ?? 1);
      }),
  ])
  .pipe(z.number().min(0).max(FARTHEST_MS));

/** Either how far, or to which moment. */
export const clockSchema = z.union([
  z.strictObject({ advance: durationSchema }),
  z.strictObject({ set: z.iso.datetime() }),
]);

/** What becomes of an adjustment. */
export const decisionSchema = z.object({ status: z.enum(['approved', 'rejected', 'reversed']) });

/** What a buyer's bank does. */
export const chargebackSchema = z.object({
  ...adjustmentFields,
  reason: z.string().min(1).default('chargeback'),
  action: z
    .enum(['chargeback', 'chargeback_reverse', 'chargeback_warning', 'chargeback_warning_reverse'])
    .default('chargeback'),
});

const usualCard = { expiry_month: 12, expiry_year: 2099, cvc: '123' };
const quickCard = cardSchema.partial().transform((card) => ({
  number: '4242424242424242',
  ...usualCard,
  ...Object.fromEntries(Object.entries(card).filter(([, value]) => value !== undefined)),
}));

/** A card by its number alone; the rest has defaults. */
export const controlCardSchema = quickCard;

/** A sale without a browser. */
export const saleSchema = z.object({
  items: itemsSchema.optional(),
  transaction_id: idSchema.optional(),
  email: emailSchema.optional(),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('US'),
  postal_code: z.string().max(20).default('10001'),
  custom_data: customDataSchema.optional(),
  card: quickCard.prefault({}),
});

/** A new secret. */
export const rotationSchema = z.object({
  /** How long the old secret goes on signing. */
  overlap: durationSchema.default(86_400_000),
});

/** `{ advance: '31d' }` or `{ set: '2027-01-01T00:00:00Z' }`. */
export type ClockInput = z.input<typeof clockSchema>;
/** Items or a transaction, who buys and with which card; what is left out has a default. */
export type SaleInput = z.input<typeof saleSchema>;
/** Which transaction is charged back. */
export type ChargebackInput = z.input<typeof chargebackSchema>;
/** A test card, such as `{ number: '4000000000000002' }`. */
export type ControlCardInput = z.input<typeof controlCardSchema>;
/** How long the old secret goes on. */
export type RotationInput = z.input<typeof rotationSchema>;
/** What becomes of an adjustment. */
export type DecisionInput = z.input<typeof decisionSchema>;
