import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { useVerification, VerificationResult } from '../../features/account/verification.tsx';
import { keepChosenPlan, readChosenPlan } from '../../lib/chosen-plan.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [
    ...pageMeta(t`Email verification`, t`Confirm your email address.`),
    // The address carries a token.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function VerifyEmailPage() {
  return useHydrated() ? <Verification /> : <PagePlace />;
}

function Verification() {
  const [query] = useSearchParams();
  const verification = useVerification(query.get('token') || null);
  const confirmed = verification.state === 'success' || verification.state === 'already';
  const [plan, billing] = [query.get('plan'), query.get('billing')];
  // The plan was chosen where the account was made, which may be another device.
  useEffect(() => {
    const chosen = confirmed ? readChosenPlan(plan, billing) : null;
    if (chosen) keepChosenPlan(chosen);
  }, [confirmed, plan, billing]);
  return (
    <AccountFrame title={t`Email verification`}>
      <VerificationResult verification={verification} />
    </AccountFrame>
  );
}
