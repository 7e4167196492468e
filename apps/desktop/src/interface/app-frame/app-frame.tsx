import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useAppState } from '../lib/app-state-context.tsx';
import { TextLink } from '../lib/text-link.tsx';
import { useFocusOnNavigation } from '../lib/use-focus-on-navigation.ts';
import { SignInScreen } from '../sign-in/sign-in-screen.tsx';
import { Navigation } from './navigation.tsx';
import { RealMoneyBar } from './real-money-bar.tsx';

/** Around every screen: real money on top, where one can go at the left, what needs to be known. */
export function AppFrame() {
  const { account, configurations } = useAppState();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [staysSignedOut, setStaysSignedOut] = useState(false);
  if (account !== null && staysSignedOut) setStaysSignedOut(false);

  // A bot that runs can be stopped by whoever sits here, and the app can be ended, without a sign-in.
  const isSignIn = pathname === '/sign-in';
  const asksForSignIn = isSignIn || (!staysSignedOut && pathname !== '/settings');
  const isSigningIn = account === null && asksForSignIn;
  const main = useFocusOnNavigation(isSigningIn);
  const staySignedOut = () => {
    setStaysSignedOut(true);
    if (isSignIn) void navigate('/');
  };
  if (account !== null && isSignIn) return <Navigate to="/" replace />;
  if (isSigningIn) {
    return (
      <>
        <RealMoneyBar configurations={configurations} />
        <SignInScreen {...(configurations.length > 0 && { onStaySignedOut: staySignedOut })} />
      </>
    );
  }
  return (
    <>
      <RealMoneyBar configurations={configurations} />
      <div className="md:grid md:min-h-dvh md:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Navigation />
        <main
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full min-w-0 max-w-[64rem] px-4 pt-5 pb-12 md:px-8 md:pt-7"
        >
          <FrameNotices />
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** What a person should know on whichever screen they are. */
function FrameNotices() {
  const { account, app, signed_out_because: because } = useAppState();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <div className="empty:hidden mb-5 space-y-3">
      {account === null && pathname !== '/settings' && (
        <Notice
          tone="warning"
          title="Nobody is signed in"
          action={
            <Button size="small" onClick={() => void navigate('/sign-in')}>
              Sign In
            </Button>
          }
        >
          {because ?? 'A bot starts only when you are signed in. What runs can be stopped.'}
        </Notice>
      )}
      {account !== null && !account.reachable && (
        <Notice tone="warning" live title="The service does not answer">
          Bots keep looking after their positions and open nothing new until it answers again.
        </Notice>
      )}
      {app.trouble && (
        <Notice tone="warning" live title="Something went wrong in the app">
          {app.trouble}
        </Notice>
      )}
      {app.update.kind === 'waiting' && pathname !== '/settings' && (
        <Notice live title={`Version ${app.update.version ?? ''} is ready`}>
          It goes in automatically once no position is being opened.{' '}
          <TextLink to="/settings">See updates</TextLink>
        </Notice>
      )}
      {app.update.kind === 'installing' && (
        <Notice live title={`Version ${app.update.version ?? ''} is going in`}>
          The app starts again in a new window within a few seconds.
        </Notice>
      )}
    </div>
  );
}
