import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { Spinner } from '@quorate/ui/spinner';
import { type ComponentType, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getSession, subscribeToSession } from '../../lib/session/session.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { forgetHistory } from './chat-history.ts';
import type { ChatPanelProps } from './chat-panel.tsx';

/** Where there is no assistant (specification, section 2). */
const WITHOUT = /^\/(user|admin)/;

const IN_HEADER =
  'max-md:top-[calc(0.375rem+env(safe-area-inset-top))] max-md:end-[calc(3.75rem+env(safe-area-inset-right))] max-md:bottom-auto max-md:z-50 max-md:size-11 max-md:bg-transparent max-md:text-ink max-md:shadow-none';

/** The button of the floating chat. The panel and the calls come when it is opened for the first time. */
export function ChatLauncher() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps> | null>(null);
  const ready = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  const show = () => {
    setOpen(true);
    setFailed(false);
    if (Panel) return;
    import('./chat-panel.tsx').then(
      ({ ChatPanel }) => setPanel(() => ChatPanel),
      () => {
        setOpen(false);
        setFailed(true);
      },
    );
  };
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };

  const asked = asksForAssistant(state);
  const showAsAsked = useEffectEvent(() => {
    show();
    // Otherwise a reload would open it again.
    void navigate('.', { replace: true, state: null, preventScrollReset: true });
  });
  useEffect(() => {
    if (asked) showAsAsked();
  }, [asked]);

  useEffect(forgetWithSession, []);

  if (WITHOUT.test(pathname)) return null;
  return (
    <>
      {/* Room at the end of the page, so that the button never covers what stands there. */}
      <div aria-hidden="true" className="h-20 print:hidden" />
      {failed && (
        <p
          role="status"
          className="fixed end-4 bottom-20 z-30 max-w-[16rem] rounded-control border border-line bg-surface px-3 py-2 text-tiny shadow-overlay"
        >{t`The assistant could not be loaded. Check your connection and try again.`}</p>
      )}
      <button
        ref={button}
        type="button"
        // Without its code the button could do nothing yet.
        disabled={!ready}
        aria-expanded={open}
        aria-controls={open && Panel ? panelId : undefined}
        aria-label={open ? t`Close the assistant` : t`Open the assistant`}
        onClick={open ? close : show}
        className={classNames(
          'fixed end-[calc(1rem+env(safe-area-inset-right))] bottom-[calc(1rem+env(safe-area-inset-bottom))] z-30 grid size-14 place-items-center rounded-full bg-brand text-brand-ink shadow-overlay transition-colors duration-150 hover:bg-brand-strong print:hidden noscript:hidden',
          // On a phone every figure of the desk counts: there it stands in the header, beside the menu.
          // Built with a slash at its end, which the browser leaves out.
          /^\/dashboard\/?$/.test(pathname) && IN_HEADER,
        )}
      >
        {open && !Panel ? (
          <Spinner size="small" />
        ) : (
          <Icon name={open ? 'down' : 'chat'} className="size-6" />
        )}
      </button>
      {open && Panel && <Panel id={panelId} onClose={close} />}
    </>
  );
}

function asksForAssistant(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'assistant' in state &&
    state.assistant === 'open'
  );
}

/** What one user asked is not shown to the next, also when the panel was never opened on this page. */
function forgetWithSession(): () => void {
  let { token } = getSession();
  return subscribeToSession(() => {
    const before = token;
    token = getSession().token;
    if (before !== null && token === null) forgetHistory();
  });
}
