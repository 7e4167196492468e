import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { EmptyState } from '@quorate/ui/empty-state';
import { Notice } from '@quorate/ui/notice';
import { ThemeToggle } from '@quorate/ui/theme-choice';
import { useState } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { useAppState } from '../lib/contexts.tsx';
import { useFocusOnNavigation } from '../lib/focus.ts';
import { placesOf, TextLink } from '../lib/links.tsx';
import { useChooseTheme } from '../lib/theme.ts';
import { RebootOffer } from '../reboot/reboot-offer.tsx';
import { phaseWords } from '../run/run-words.ts';
import { SignInScreen } from '../sign-in/sign-in-screen.tsx';
import { RealMoneyBar } from './gates.tsx';
import { LogKeyNotice } from './log-key-notice.tsx';

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
      {/* The settings have the same boxes. */}
      {pathname !== '/settings' && <RebootOffer />}
      {account === null && pathname !== '/settings' && (
        <Notice
          tone="warning"
          title={t`You are not signed in`}
          action={
            <Button size="small" onClick={() => void navigate('/sign-in')}>{t`Sign In`}</Button>
          }
        >
          {because ?? t`Bots start only when you are signed in. You can stop those that run.`}
        </Notice>
      )}
      {account !== null && !account.reachable && (
        <Notice
          tone="warning"
          live
          title={t`The service does not answer`}
        >{t`Bots keep managing open positions and open nothing new until it answers again.`}</Notice>
      )}
      {app.log_key_changed && (
        <LogKeyNotice key={app.log_key_changed.served} changed={app.log_key_changed} />
      )}
      {app.trouble && (
        <Notice tone="warning" live title={t`Something went wrong in the app`}>
          {app.trouble}
        </Notice>
      )}
      {app.update.kind === 'waiting' && pathname !== '/settings' && (
        <Notice live title={t`Version ${app.update.version ?? ''} is ready`}>
          <Trans>
            It is installed automatically once no position is being opened.{' '}
            <TextLink to="/settings">{t`See updates`}</TextLink>
          </Trans>
        </Notice>
      )}
      {app.update.kind === 'installing' && (
        <Notice
          live
          title={t`Version ${app.update.version ?? ''} is being installed`}
        >{t`The app starts again in a new window within a few seconds.`}</Notice>
      )}
    </div>
  );
}

const ITEM =
  'flex min-h-10 items-center rounded-control px-3 text-small font-medium text-muted transition-colors duration-150 hover:bg-surface hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink';

const DOTS = {
  neutral: 'border border-line-strong',
  brand: 'bg-brand',
  gain: 'bg-gain',
  loss: 'bg-loss',
  warn: 'bg-warn',
} as const;

/** At the left of a wide window, on top of a narrow one. */
function Navigation() {
  const { account, app, configurations } = useAppState();
  const isUnderBar = configurations.some(({ account_type: type }) => type === 'real');
  return (
    <header
      className={classNames(
        'flex flex-wrap items-center gap-x-2 border-b border-line bg-sunk px-4 py-2 md:sticky md:flex-col md:flex-nowrap md:items-stretch md:border-e md:border-b-0 md:px-3 md:py-5',
        isUnderBar ? 'md:top-8 md:h-[calc(100dvh-2rem)]' : 'md:top-0 md:h-dvh',
      )}
    >
      <Link
        to="/"
        aria-label={t`${app.brand}, your configurations`}
        className="me-auto flex items-center gap-2.5 rounded-control py-1 font-serif text-heading font-semibold tracking-[-0.01em] md:me-0 md:mb-5 md:px-3"
      >
        <ConvergingLines className="size-[1.5rem] shrink-0 text-brand" />
        <span className="max-xs:sr-only">{app.brand}</span>
      </Link>
      <nav aria-label={t`Main`} className="flex min-h-0 min-w-0 gap-1 md:flex-1 md:flex-col">
        <NavLink to="/" end className={`${ITEM} shrink-0`}>{t`Configurations`}</NavLink>
        <ul
          aria-label={t`Your configurations`}
          className="mb-2 hidden min-h-0 overflow-y-auto md:block"
        >
          {configurations.map(({ configuration_name: name, run, account_type: type }) => {
            const phase = phaseWords(run);
            return (
              <li key={name}>
                <NavLink
                  to={placesOf(name).run}
                  className={classNames(ITEM, 'gap-2.5 ps-5 font-normal')}
                >
                  <span
                    aria-hidden="true"
                    className={classNames('size-2 shrink-0 rounded-full', DOTS[phase.tone])}
                  />
                  <span className="min-w-0 py-1.5 leading-tight">
                    <span className="block truncate">{name}</span>
                    <span className="block text-tiny text-muted">
                      {type === 'real' && <b className="font-semibold text-loss">{t`Real`} · </b>}
                      {phase.name}
                    </span>
                  </span>
                </NavLink>
              </li>
            );
          })}
        </ul>
        <NavLink to="/settings" className={`${ITEM} shrink-0`}>{t`Settings`}</NavLink>
      </nav>
      <div className="flex items-center justify-between gap-2 md:mt-3 md:border-t md:border-line md:pt-3 md:ps-3">
        <p className="hidden min-w-0 text-tiny md:block">
          <span className="block truncate font-medium">{account?.username ?? t`Signed out`}</span>
          <span className="block text-muted">
            {account?.plan ? t`${account.plan.name} plan` : t`Version ${app.version}`}
          </span>
        </p>
        <ThemeToggle onChoose={useChooseTheme()} className="size-10" />
      </div>
    </header>
  );
}

export function NotHere() {
  return (
    <EmptyState isScreen title={t`There is no such screen`}>
      <TextLink to="/">{t`Go to your configurations`}</TextLink>
    </EmptyState>
  );
}
