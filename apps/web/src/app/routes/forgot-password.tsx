import { t } from '@lingui/core/macro';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ForgotPasswordForm } from '../../features/account/email-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return pageMeta(t`Forgot password`, t`Ask for a link to set a new password.`);
}

export default function ForgotPasswordPage() {
  return (
    <AccountFrame
      title={t`Forgot password`}
      lead={t`Enter the address of your account. We send a link to set a new password.`}
      links={<TextLink to="/login">{t`Back to Sign In`}</TextLink>}
    >
      <ForgotPasswordForm />
    </AccountFrame>
  );
}
