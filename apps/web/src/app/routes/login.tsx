import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { ChosenPlanNote } from '../../features/account/chosen-plan-note.tsx';
import { CodeForm } from '../../features/account/code-form.tsx';
import { LoginForm } from '../../features/account/login-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return pageMeta(t`Sign In`, t`Sign in to your dashboard.`);
}

export default function LoginPage() {
  const [query] = useSearchParams();
  const { expired } = useSession();
  const [challenge, setChallenge] = useState<string | null>(null);
  if (challenge !== null) {
    return (
      <AccountFrame
        key="code"
        title={t`Two-step sign-in`}
        lead={t`The password is right. One proof is left.`}
      >
        <CodeForm challenge={challenge} onStartAgain={() => setChallenge(null)} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={t`Sign In`}
      links={
        <p>
          <Trans>
            New here? <TextLink to="/signup">{t`Create an account`}</TextLink>
          </Trans>
        </p>
      }
    >
      {query.get('verified') === 'true' && (
        <Notice
          tone="success"
          live
          className="mb-5"
        >{t`Your email is verified. You can sign in now.`}</Notice>
      )}
      {expired && (
        <Notice live className="mb-5">{t`Your session has ended. Please sign in again.`}</Notice>
      )}
      <ChosenPlanNote forNewcomers />
      <LoginForm onCodeNeeded={setChallenge} />
    </AccountFrame>
  );
}
