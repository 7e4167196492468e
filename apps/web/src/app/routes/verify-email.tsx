import { useSearchParams } from 'react-router';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { useVerification } from '../../features/account/use-verification.ts';
import { VerificationResult } from '../../features/account/verification-result.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [
    ...pageMeta('Email verification', 'Confirm your email address.'),
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
  return (
    <AccountFrame title="Email verification">
      <VerificationResult verification={verification} />
    </AccountFrame>
  );
}
