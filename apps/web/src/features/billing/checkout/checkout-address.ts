import { type BillingCycleName, transactionId } from '@quorate/contract/checkout';
import { PLANS, type PlanName } from '@quorate/contract/plans';
import { withoutBase } from '../../../lib/base-path.ts';

export type PlanChoice = Readonly<{ planName: PlanName; cycle: BillingCycleName }>;

/** What the address asks for: Starter by the month unless it says otherwise. Null: nothing that is sold. */
export function readChoice(query: URLSearchParams): PlanChoice | null {
  const name = query.get('plan') || 'Starter';
  const cycle = query.get('billing') || 'monthly';
  const plan = PLANS.find((known) => known.name === name && known.monthly_cost > 0);
  if (!plan || (cycle !== 'monthly' && cycle !== 'yearly')) return null;
  return { planName: plan.name, cycle };
}

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

const CHECKOUT = /^\/checkout\/?$/;

/**
 * Whether the browser loaded this document as the checkout. The payment provider is allowed by the policy
 * of that document alone, and a page that is reached within the site keeps the policy it came with.
 */
export function isOwnDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  // Older browsers call it "document", and cannot tell; then the loader says what it could not load.
  if (!entry || !URL.canParse(entry.name)) return true;
  return CHECKOUT.test(withoutBase(new URL(entry.name).pathname));
}

/**
 * Lets the browser follow the links of the site, not the router: whatever is left by them leaves the
 * provider's script and its policy behind.
 *
 * @returns takes the listener off again
 */
export function leaveByDocument(): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin) return;
    const { pathname, search } = window.location;
    // A jump within the page, as to its content.
    if (link.pathname === pathname && link.search === search) return;
    event.stopPropagation();
  };
  // Before the router: its listener is on the document.
  window.addEventListener('click', follow, { capture: true });
  return () => window.removeEventListener('click', follow, { capture: true });
}
