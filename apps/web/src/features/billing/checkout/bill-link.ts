import { transactionId } from '@quorate/contract/checkout';

/** How the provider names a bill in its payment links; its script reads it as well. */
const PARAMETER = '_ptxn';

/** The bill that a payment link asks to pay. Null: the address names none, or none that there could be. */
export function readBillLink(query: URLSearchParams): string | null {
  const parsed = transactionId.safeParse(query.get(PARAMETER));
  return parsed.success ? parsed.data : null;
}

/**
 * The query without a bill, so that the provider's script does not try to open it.
 *
 * @returns null when it names none
 * @example withoutBill(new URLSearchParams('plan=Pro&_ptxn=1')) // 'plan=Pro'
 */
export function withoutBill(query: URLSearchParams): string | null {
  if (!query.has(PARAMETER)) return null;
  const rest = new URLSearchParams(query);
  rest.delete(PARAMETER);
  return rest.toString();
}
