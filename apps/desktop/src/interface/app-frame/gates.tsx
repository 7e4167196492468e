import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { Icon } from '@quorate/ui/icon';
import { Spinner } from '@quorate/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { AppState, ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/runs.ts';
import { AppStateContext, EndedContext, SecretContext, useSecret } from '../lib/contexts.tsx';
import { findLaunchSecret, forgetLaunchSecret } from '../lib/launch-secret.ts';
import { followState } from '../lib/state-stream.ts';

type Known = { state: AppState | null; trouble: 'gone' | 'closed' | null };

/** Shows nothing before the app has told its state, and says so when it no longer answers. */
export function StateGate({ children }: { children: ReactNode }) {
  const secret = useSecret();
  const [{ state, trouble }, setKnown] = useState<Known>({ state: null, trouble: null });
  useEffect(() => {
    if (secret === null) return;
    const ended = new AbortController();
    void followState(
      secret,
      (event) => {
        if (event.kind === 'state') setKnown({ state: event.state, trouble: null });
        else setKnown((known) => ({ ...known, trouble: event.kind }));
        if (event.kind === 'closed') forgetLaunchSecret();
      },
      ended.signal,
    );
    return () => ended.abort();
  }, [secret]);
  const [ended, setEnded] = useState(false);
  const [tellEnded] = useState(() => () => setEnded(true));
  useEffect(() => {
    if (state === null) return;
    const isReal = state.configurations.some((one) => one.account_type === 'real');
    // The task bar is a screen, too.
    document.title = isReal ? t`Real money · ${state.app.brand}` : state.app.brand;
  }, [state]);

  if (trouble === 'closed') {
    return <ClosedPage why={t`The app was started again since this window was opened.`} />;
  }
  if (state === null) return trouble === 'gone' ? <GonePage last={null} /> : <OpeningPage />;
  return (
    <AppStateContext value={state}>
      {trouble === 'gone' && <GonePage last={state} ended={ended} />}
      {/* Kept while the app is away: what was typed is there when it comes back. */}
      <div hidden={trouble === 'gone'}>
        <EndedContext value={tellEnded}>{children}</EndedContext>
      </div>
    </AppStateContext>
  );
}

/** The app does not answer; the window keeps trying. @param props.last what it told last; null: nothing yet */
function GonePage({ last, ended = false }: { last: AppState | null; ended?: boolean }) {
  if (last !== null && ended) {
    return (
      <WholePage title={t`${last.app.brand} has ended`}>
        <p>
          {isInMenu(last)
            ? t`You can close this window. Start it again from the Start menu.`
            : t`You can close this window. Start it again with npm run bot -- ui.`}
        </p>
      </WholePage>
    );
  }
  if (last?.app.update.kind === 'installing') {
    return (
      <WholePage title={t`The new version is starting`} configurations={last.configurations}>
        <p>{t`It opens a new window within a few seconds. You can close this one.`}</p>
        <p>
          {isInMenu(last)
            ? t`If none appears, start ${last.app.brand} from the Start menu.`
            : t`If none appears, start ${last.app.brand} with npm run bot -- ui.`}
        </p>
        <Looking />
      </WholePage>
    );
  }
  return (
    <WholePage title={t`The app is not running`} configurations={last?.configurations ?? []}>
      <p>
        {isInMenu(last)
          ? t`Start it from the Start menu. It opens a new window, and you can close this one.`
          : t`Start it with npm run bot -- ui. It opens a new window, and you can close this one.`}
      </p>
      <p>{t`Unless you ended it with Quit, running bots continue without it.`}</p>
      <Looking />
    </WholePage>
  );
}

function Looking() {
  return (
    <div className="flex justify-center pt-4">
      <Spinner label={t`Looking for the app`} />
    </div>
  );
}

/** Whether it is started again from the menu of Windows, and not by a command. */
function isInMenu(last: AppState | null): boolean {
  return last === null || last.app.platform === 'win32';
}

/** Lets only a window in that has the secret of this launch. */
export function LaunchGate({ children }: { children: ReactNode }) {
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['launch-secret'],
    queryFn: findLaunchSecret,
    // A ticket works once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (isError) {
    return (
      <WholePage
        title={t`The app is not running`}
        action={<Button busy={isFetching} onClick={() => void refetch()}>{t`Try again`}</Button>}
      >
        <p>{t`Start it from the Start menu. It opens a new window.`}</p>
      </WholePage>
    );
  }
  if (data === undefined) return <OpeningPage />;
  if (data.kind === 'closed') return <ClosedPage why={data.why} />;
  return <SecretContext value={data.secret}>{children}</SecretContext>;
}

/** The app runs, and this window may not speak to it. */
function ClosedPage({ why }: { why: string }) {
  return (
    <WholePage title={t`Open a new window`}>
      <p>{why}</p>
      <p>{t`Each start of the app has a secret that only its own windows know. Start the app from the Start menu: if it runs already, it opens a new window. Then close this one.`}</p>
    </WholePage>
  );
}

/** The moment before the first state is there. */
function OpeningPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label={t`Opening`} />
    </main>
  );
}

type WholePageProps = {
  title: string;
  /** As they were known last: real money is named even here. */
  configurations?: readonly ConfigurationSummary[];
  children?: ReactNode;
  action?: ReactNode;
};

/** The calm middle of a window that can show nothing else. */
function WholePage({ title, configurations = [], children, action }: WholePageProps) {
  return (
    <>
      <RealMoneyBar configurations={configurations} />
      <main className="grid min-h-dvh place-items-center px-4 py-10">
        <div role="alert" className="max-w-[30rem] text-center">
          <ConvergingLines className="mx-auto size-9 text-brand" />
          <h1 className="mt-4 font-serif text-title font-medium">{title}</h1>
          <div className="mt-3 space-y-2 text-small text-muted">{children}</div>
          {action && <div className="mt-6">{action}</div>}
        </div>
      </main>
    </>
  );
}

/** On every screen as long as any configuration trades real money. */
export function RealMoneyBar({
  configurations,
}: {
  configurations: readonly ConfigurationSummary[];
}) {
  const real = configurations.filter((one) => one.account_type === 'real');
  if (real.length === 0) return null;
  return (
    <aside
      aria-label={t`Real money`}
      className="sticky top-0 z-40 flex items-center min-h-8 gap-2.5 bg-loss px-4 py-1 text-tiny font-medium text-paper md:px-5"
    >
      <Icon name="warning" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {t`Real money:`}{' '}
        {real.map((one, index) => (
          <span key={one.configuration_name}>
            {index > 0 && ', '}
            {AT_WORK.has(one.run.phase) ? (
              <Trans>
                <span className="figures">{one.account_number}</span> at {one.broker_server} (bot at
                work)
              </Trans>
            ) : (
              <Trans>
                <span className="figures">{one.account_number}</span> at {one.broker_server} (bot
                stopped)
              </Trans>
            )}
          </span>
        ))}
      </p>
    </aside>
  );
}
