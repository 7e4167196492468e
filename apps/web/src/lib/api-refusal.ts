import { SPOKEN_FAULTS } from '@quorate/contract/spoken-faults';
import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Looser than the contract's failure, so that an older or newer service is still understood. */
const failure = z.object({
  code: z.string().catch('unknown'),
  message: z.string().min(1).optional().catch(undefined),
  error: z.string().min(1).optional().catch(undefined),
  fields: z.record(z.string(), z.string()).catch({}),
  details: z.record(z.string(), z.union([z.string(), z.number()])).catch({}),
});

/** Whether an answer says of itself that the call failed. */
export function isRefusal(content: unknown): boolean {
  return (
    typeof content === 'object' &&
    content !== null &&
    'success' in content &&
    content.success === false
  );
}

/** The error of a refused call. @param content the parsed answer, whatever it is */
export function refusal(status: number, content: unknown): ApiError {
  const parsed = failure.safeParse(content);
  if (!parsed.success) return new ApiError({ code: 'bad_reply', status });
  const { code, message, error, fields, details } = parsed.data;
  // What a broken server or a proxy says is not written for people.
  const spoken = status < 500 || SPOKEN_FAULTS.includes(code);
  return new ApiError({
    code,
    status,
    sentence: spoken ? (message ?? error ?? null) : null,
    fields,
    details,
  });
}
