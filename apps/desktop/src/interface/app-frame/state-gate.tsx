import { Spinner } from '@quorate/ui/spinner';
import { type ReactNode, useEffect, useState } from 'react';
import type { AppState } from '../../contract/app-state.ts';
import { AppStateContext } from '../lib/app-state-context.tsx';
import { EndedContext } from '../lib/ended-context.tsx';
import { forgetLaunchSecret } from '../lib/launch-secret.ts';
import { useSecret } from '../lib/secret-context.tsx';
import { followState } from '../lib/state-stream.ts';
import { ClosedPage } from './closed-page.tsx';
import { OpeningPage } from './opening-page.tsx';
import { WholePage } from './whole-page.tsx';

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
    document.title = isReal ? `Real money · ${state.app.brand}` : state.app.brand;
  }, [state]);

  if (trouble === 'closed') {
    return <ClosedPage why="The app was started again since this window was opened." />;
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
      <WholePage title={`${last.app.brand} has ended`}>
        <p>You can close this window. Start it again {placeOf(last)}.</p>
      </WholePage>
    );
  }
  if (last?.app.update.kind === 'installing') {
    return (
      <WholePage title="The new version is starting" configurations={last.configurations}>
        <p>It opens a window of its own within a few seconds. You can close this one.</p>
        <p>
          If none appears, start {last.app.brand} {placeOf(last)}.
        </p>
        <Looking />
      </WholePage>
    );
  }
  return (
    <WholePage title="The app is not running" configurations={last?.configurations ?? []}>
      <p>Start it {placeOf(last)}. It opens a window of its own, and you can close this one.</p>
      <p>Unless it was ended by Quit, bots that were started go on without it.</p>
      <Looking />
    </WholePage>
  );
}

function Looking() {
  return (
    <div className="flex justify-center pt-4">
      <Spinner label="Looking for it" />
    </div>
  );
}

/** From where it is started again. */
function placeOf(last: AppState | null): string {
  return last === null || last.app.platform === 'win32'
    ? 'from the Start menu'
    : 'with npm run bot -- ui';
}
