import { Spinner } from '@quorate/ui/spinner';
import type { AppState } from '../../contract/app-state.ts';
import { WholePage } from './whole-page.tsx';

/** The app does not answer; the window keeps trying. @param props.last what it told last; null: nothing yet */
export function GonePage({ last, ended = false }: { last: AppState | null; ended?: boolean }) {
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
