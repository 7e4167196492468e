import { t } from '@lingui/core/macro';
import { Notice } from '@quorate/ui/notice';
import { Spinner } from '@quorate/ui/spinner';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AccountFrame } from '../../features/account/account-frame.tsx';
import { CodeForm } from '../../features/account/code-form.tsx';
import { useProviderReturn } from '../../features/account/use-provider-return.ts';
import { forgetPlace, placeAfterSignIn } from '../../lib/after-sign-in.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [
    ...pageMeta(t`Signing in`, t`You come back from your provider.`),
    { name: 'robots', content: 'noindex' },
    // The address carries a code.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

/** Where Google and GitHub send the browser back to. */
export default function LoginCallbackPage() {
  return useHydrated() ? <LoginCallback /> : <PagePlace />;
}

function LoginCallback() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [codeGiven, setCodeGiven] = useState(false);
  const back = useProviderReturn(query);
  const confirming = back.state !== 'working' && back.confirming;
  const signedIn = back.state === 'done' || codeGiven;

  useEffect(() => {
    // In place of this page: its address works no second time.
    if (signedIn) {
      const place = confirming ? '/dashboard/security' : placeAfterSignIn();
      if (!confirming) forgetPlace();
      void navigate(place, { replace: true });
    }
  }, [signedIn, confirming, navigate]);

  return (
    <AccountFrame
      key={back.state}
      title={back.state === 'code' ? t`One more step` : t`Signing in`}
      focused={back.state === 'code'}
    >
      {back.state === 'failed' ? (
        <div className="space-y-5">
          <Notice tone="error" live title={t`Login failed`}>
            {back.message}
          </Notice>
          <LinkButton to={confirming ? '/dashboard/security' : '/login'} className="w-full">
            {confirming ? t`Back to Security` : t`Back to Sign In`}
          </LinkButton>
        </div>
      ) : back.state === 'code' && !signedIn ? (
        <CodeForm
          challenge={back.challenge}
          accept={back.accept}
          onSignedIn={() => setCodeGiven(true)}
          onStartAgain={() => void navigate('/login', { replace: true })}
        />
      ) : (
        <div className="grid min-h-36 place-items-center">
          <Spinner label={t`Signing you in`} />
        </div>
      )}
    </AccountFrame>
  );
}
