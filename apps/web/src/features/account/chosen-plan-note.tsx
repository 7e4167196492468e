import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { chosenPlan } from '../../lib/chosen-plan.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Says that the plan of a pricing card is still chosen, and where it leads. */
export function ChosenPlanNote() {
  const [chosen] = useState(chosenPlan);
  if (!chosen) return null;
  return (
    <Notice className="mb-5" title={t`You chose ${chosen.plan}, billed ${chosen.billing}.`}>
      <Trans>
        Checkout follows once you have signed in.{' '}
        <TextLink to="/pricing">{t`Change plan`}</TextLink>
      </Trans>
    </Notice>
  );
}
