import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { chosenPlan } from '../../lib/chosen-plan.ts';
import { TextLink } from '../../ui/text-link.tsx';

type ChosenPlanNoteProps = {
  /** At sign-in, where a card of the prices leads: most who choose a plan have no account yet. */
  forNewcomers?: boolean;
};

/** Says that the plan of a pricing card is still chosen, and where it leads. */
export function ChosenPlanNote({ forNewcomers = false }: ChosenPlanNoteProps) {
  const [chosen] = useState(chosenPlan);
  if (!chosen) return null;
  const { plan, billing } = chosen;
  return (
    <Notice
      className="mb-5"
      title={t`You chose ${plan}, billed ${select(billing, { yearly: 'yearly', other: 'monthly' })}.`}
    >
      <Trans>
        Checkout follows once you have signed in.{' '}
        <TextLink to="/pricing">{t`Change plan`}</TextLink>
      </Trans>
      {forNewcomers && (
        <span className="mt-1 block">
          <Trans>
            No account yet? <TextLink to="/signup">Create one first</TextLink>: we keep your plan.
          </Trans>
        </span>
      )}
    </Notice>
  );
}
