import { z } from 'zod';
import { PaymentsError } from '../payments.ts';

/** What the provider says when it does not do something. */
export type Refusal = Readonly<{ status: number; code: string; detail: string }>;

const envelope = z.object({
  error: z.object({
    code: z.string().min(1).max(100),
    detail: z.string().default(''),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).catch([]),
  }),
});

const DETAIL_MAX = 300;

/** @returns null when the answer is not the provider's, such as a page of a gateway before it */
export function readRefusal(status: number, content: unknown): Refusal | null {
  const parsed = envelope.safeParse(content);
  if (!parsed.success) return null;
  const { code, detail, errors } = parsed.data.error;
  const fields = errors.map(({ field, message }) => `${field} ${message}`);
  return { status, code, detail: [detail, ...fields].join('; ').slice(0, DETAIL_MAX) };
}

export function refused(call: string, { status, code, detail }: Refusal): PaymentsError {
  // Not a fault of the call but of the setup; whoever reads the log has to know where to look.
  const hint =
    status === 401 || status === 403
      ? ': the key in PADDLE_API_KEY is wrong, of the other environment, or lacks a permission'
      : '';
  return new PaymentsError(
    'refused',
    `${call} was refused with ${status} ${code} (${detail})${hint}`,
    { code },
  );
}

/** A 429 says for how many seconds; a date or nonsense says nothing. */
export function busy(call: string, retryAfter: string | null): PaymentsError {
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const when = seconds === undefined ? 'later' : `in ${seconds} s`;
  return new PaymentsError('busy', `${call} was refused with 429: to be asked again ${when}`, {
    code: 'too_many_requests',
    retryAfterMs: seconds === undefined ? undefined : seconds * 1_000,
  });
}
