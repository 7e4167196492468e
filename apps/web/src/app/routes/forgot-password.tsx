import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ForgotPasswordForm } from '../../features/account/email-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return pageMeta('Forgot password', 'Ask for a link to set a new password.');
}

export default function ForgotPasswordPage() {
  return (
    <AccountFrame
      title="Forgot password"
      lead="Enter the address of your account. We send a link to set a new password."
      links={<TextLink to="/login">Back to Sign In</TextLink>}
    >
      <ForgotPasswordForm />
    </AccountFrame>
  );
}
