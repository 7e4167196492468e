import { type ChosenPlan, chosenPlan } from '@quorate/contract/account';

/** A chosen plan as a request for a mail keeps it. @example planText({ plan: 'Pro', billing: 'yearly' }) // 'Pro yearly' */
export function planText({ plan, billing }: ChosenPlan): string {
  return `${plan} ${billing}`;
}

/** @returns null unless the text names a plan that is sold */
export function readPlanText(text: string | null): ChosenPlan | null {
  const [plan, billing] = text?.split(' ') ?? [];
  return chosenPlan.safeParse({ plan, billing }).data ?? null;
}
