import { t } from '@lingui/core/macro';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ResendForm } from '../../features/account/email-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return pageMeta(t`Resend verification`, t`Ask for a new verification link.`);
}

export default function ResendVerificationPage() {
  // Before its code runs, the browser would send the form in an address.
  if (!useHydrated()) return <PagePlace />;
  return (
    <AccountFrame
      title={t`Resend verification`}
      lead={t`Enter the address you signed up with. We send a new verification link.`}
      links={
        <>
          <TextLink to="/login">{t`Sign In`}</TextLink>
          <TextLink to="/signup">{t`Create an account`}</TextLink>
          <TextLink to="/support">{t`Contact support`}</TextLink>
        </>
      }
    >
      <ResendForm />
    </AccountFrame>
  );
}
