import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { chosenPlan } from '../../lib/chosen-plan.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Says that the plan of a pricing card is still chosen, and where it leads. */
export function ChosenPlanNote() {
  const [chosen] = useState(chosenPlan);
  if (!chosen) return null;
  return (
    <Notice className="mb-5" title={`You chose ${chosen.plan}, billed ${chosen.billing}.`}>
      Checkout follows once you have signed in. <TextLink to="/pricing">Change plan</TextLink>
    </Notice>
  );
}
