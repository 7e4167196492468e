import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ResendForm } from '../../features/account/email-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return pageMeta('Resend verification', 'Ask for a new verification link.');
}

export default function ResendVerificationPage() {
  // Before its code runs, the browser would send the form in an address.
  if (!useHydrated()) return <PagePlace />;
  return (
    <AccountFrame
      title="Resend verification"
      lead="Enter the address you signed up with. We send a new verification link."
      links={
        <>
          <TextLink to="/login">Sign In</TextLink>
          <TextLink to="/signup">Create an account</TextLink>
          <TextLink to="/support">Contact support</TextLink>
        </>
      }
    >
      <ResendForm />
    </AccountFrame>
  );
}
