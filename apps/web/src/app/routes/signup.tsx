import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ChosenPlanNote } from '../../features/account/chosen-plan-note.tsx';
import { SignupForm, SignupSuccess } from '../../features/account/signup-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return pageMeta(t`Create an account`, t`Start on the free plan: no card, a demo account first.`);
}

export default function SignupPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <SignupSuccess email={sentTo} />;
  return (
    <AccountFrame
      title={t`Create an account`}
      lead={t`The free plan needs no card.`}
      links={
        <p>
          <Trans>
            Have an account? <TextLink to="/login">{t`Sign In`}</TextLink>
          </Trans>
        </p>
      }
    >
      <ChosenPlanNote />
      <SignupForm onDone={setSentTo} />
    </AccountFrame>
  );
}
