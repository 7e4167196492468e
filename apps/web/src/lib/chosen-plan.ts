import type { BillingCycleName } from '@quorate/contract/checkout';
import { readStored, removeStored, writeStored } from './browser-storage.ts';

const KEY = 'chosenPlan';
/** So long a choice waits for its mail to be opened. */
const KEPT_MS = 7 * 86_400_000;

const NAMES = ['Starter', 'Pro', 'Elite'] as const;
const CYCLES = ['monthly', 'yearly'] as const satisfies readonly BillingCycleName[];

/** A plan that is sold, and how it is paid. */
export type ChosenPlan = Readonly<{
  plan: (typeof NAMES)[number];
  billing: (typeof CYCLES)[number];
}>;

/** What an address or a storage names; null unless it is a plan that is sold. */
export function readChosenPlan(plan: unknown, billing: unknown): ChosenPlan | null {
  const name = NAMES.find((known) => known === plan);
  const cycle = CYCLES.find((known) => known === billing);
  return name && cycle ? { plan: name, billing: cycle } : null;
}

/** Keeps a choice for this browser until somebody has signed in. */
export function keepChosenPlan({ plan, billing }: ChosenPlan): void {
  writeStored(KEY, JSON.stringify({ plan, billing, at: Date.now() }));
}

/** The choice that was kept; null when there is none, or none of the last seven days. */
export function chosenPlan(): ChosenPlan | null {
  try {
    const { plan, billing, at } = JSON.parse(readStored(KEY) ?? '{}') ?? {};
    const age = Date.now() - Number(at);
    return age >= 0 && age <= KEPT_MS ? readChosenPlan(plan, billing) : null;
  } catch {
    return null;
  }
}

export function forgetChosenPlan(): void {
  removeStored(KEY);
}

/** Made of known words only, so that nothing that was stored leads elsewhere. */
export function checkoutPath({ plan, billing }: ChosenPlan): string {
  return `/checkout?plan=${plan}&billing=${billing}`;
}
