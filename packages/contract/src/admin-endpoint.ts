import { z } from 'zod';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { typedText, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Named = Pick<Endpoint, 'path' | 'summary' | 'params'>;
type PartOf<From, Name extends string> =
  From extends Readonly<Record<Name, infer Found>> ? Found : Record<never, never>;
type Success = Readonly<{ success: z.ZodLiteral<true> }>;

type AdminList = Named &
  Readonly<{
    /** The name of the rows in the answer, and what a row is. */
    rows: Shape;
    filters?: Shape;
    /** What is said beside the rows. */
    more?: Shape;
    errors?: readonly ErrorCode[];
  }>;

type AdminListEndpoint<L extends AdminList> = Pick<L, keyof L & keyof Named> &
  Readonly<{
    method: 'GET';
    auth: 'admin';
    query: z.ZodObject<typeof pageQuery & PartOf<L, 'filters'>>;
    reply: z.ZodObject<
      Success & { [Name in keyof L['rows']]: z.ZodArray<L['rows'][Name]> } & {
        pagination: typeof pagination;
      } & PartOf<L, 'more'>
    >;
    errors: readonly ErrorCode[];
  }>;

/**
 * A paged, filtered list of the back office.
 *
 * @example defineAdminList({ path: '/api/admin/reviews', summary: 'All reviews', rows: { reviews: adminReview } })
 */
export function defineAdminList<const L extends AdminList>(list: L): AdminListEndpoint<L> {
  const { rows, filters, more, errors = [], ...named } = list;
  const arrays = Object.entries(rows).map(([name, row]) => [name, z.array(row)]);
  return defineEndpoint({
    method: 'GET',
    auth: 'admin',
    ...named,
    query: z.object({ ...pageQuery, ...filters }),
    reply: z.object({
      success: z.literal(true),
      ...Object.fromEntries(arrays),
      pagination,
      ...more,
    }),
    errors: ['unauthorized', 'operator_only', 'validation_failed', ...errors],
  }) as Endpoint as unknown as AdminListEndpoint<L>;
}

/** Characters of the reason that an operator gives for a change. */
export const REASON_MIN = 10;
export const REASON_MAX = 500;
const reason = typedText({ min: REASON_MIN, max: REASON_MAX, name: 'The reason' });
export const reasoned = { reason };
/** Of an act that may be done again and again. */
export const reasonedOnce = {
  /** Made by whoever asks, once for each time: sent again, it is the same act, done once and noted once. */
  action_id: uuid,
  reason,
};

/** How every call that changes something in the back office can be refused. */
export const OPERATOR_ACT_ERRORS = [
  'unauthorized',
  'operator_only',
  'confirmation_needed',
  'second_factor_missing',
  'rate_limited',
  'validation_failed',
] as const satisfies readonly ErrorCode[];

type AdminAct = Named &
  Readonly<{
    body: z.ZodType;
    /** What the answer says beside that it was done. */
    reply: Shape;
    /** Beyond those that every act has. */
    errors?: readonly ErrorCode[];
  }>;

type AdminActEndpoint<A extends AdminAct> = Pick<A, keyof A & (keyof Named | 'body')> &
  Readonly<{
    method: 'POST';
    auth: 'admin';
    confirmed: true;
    reply: z.ZodObject<Success & A['reply']>;
    errors: readonly ErrorCode[];
  }>;

/** A call that changes something in the back office: of a confirmed session, noted in the audit log. */
export function defineAdminAct<const A extends AdminAct>(act: A): AdminActEndpoint<A> {
  const { reply, errors = [], ...named } = act;
  return defineEndpoint({
    method: 'POST',
    auth: 'admin',
    confirmed: true,
    ...named,
    reply: z.object({ success: z.literal(true), ...reply }),
    errors: [...OPERATOR_ACT_ERRORS, ...errors],
  }) as Endpoint as unknown as AdminActEndpoint<A>;
}
