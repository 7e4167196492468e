import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ResetPasswordForm } from '../../features/account/reset-password-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return [
    ...pageMeta(t`Reset password`, t`Set a new password.`),
    // The address carries a token.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const token = query.get('token');
  const goToLogin = () => void navigate('/login');

  return (
    <AccountFrame
      title={t`Reset password`}
      links={<TextLink to="/login">{t`Back to Sign In`}</TextLink>}
    >
      {token ? (
        <ResetPasswordForm token={token} onDone={() => setDone(true)} />
      ) : (
        <div className="space-y-5">
          <Notice
            tone="error"
            title={t`This reset link is incomplete`}
          >{t`Open the whole link from your mail, or ask for a new one.`}</Notice>
          <LinkButton to="/forgot-password" className="w-full">{t`Send a New Link`}</LinkButton>
        </div>
      )}
      {done && (
        <Dialog kind="alert" title={t`Password changed`} onClose={goToLogin}>
          <p>{t`Password reset successful! Please login with your new password.`}</p>
          <Button className="mt-5 w-full" onClick={goToLogin}>{t`OK`}</Button>
        </Dialog>
      )}
    </AccountFrame>
  );
}
