import { t } from '@lingui/core/macro';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { useIsDemo } from '../../lib/demo.ts';

/** As high while it loads as without an account: what stands below stays where it is. */
export const EMPTY_CLASS = 'min-h-[14.1875rem] xs:min-h-[8rem] sm:min-h-[6.75rem]';
/** As high as an account with its figures. */
export const CARD_CLASS =
  'min-h-[20.75rem] border-line sm:min-h-[12rem] lg:min-h-[13rem] max-lg:not-first:min-h-[22.25rem] max-lg:not-first:border-t max-lg:not-first:pt-6 sm:max-lg:not-first:min-h-[13.5rem]';
/** The same without anything to press. */
export const WATCHED_CARD_CLASS = 'min-h-[14rem] sm:min-h-[8.5rem]';
/** Accounts below each other; two and more side by side where there is room. */
export const CARDS_CLASS = 'grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-2';

/** What holds for all of them, below. */
export const FOOT_CLASS =
  'mt-4 flex min-h-[4.75rem] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3 sm:min-h-[3.0625rem]';

const SHOWN_KEY = 'hosted-shown';
const SHOWN_MOST = 10;

/** Keeps how many accounts were shown, so that the next visit leaves room. @param shown null: nothing is offered */
export function keepShown(shown: number | null): void {
  writeStored(SHOWN_KEY, shown === null ? 'none' : String(Math.min(shown, SHOWN_MOST)));
}

/** null: nothing was offered. */
function shownBefore(): number | null {
  const kept = readStored(SHOWN_KEY);
  if (kept === 'none') return null;
  const shown = Number(kept);
  return Number.isInteger(shown) && shown >= 0 && shown <= SHOWN_MOST ? shown : 0;
}

const ADDRESS = '#paper-trading';
const SHINE = ['ring-2', 'ring-brand', 'ring-offset-4', 'ring-offset-paper'];
const SHINE_MS = 2_500;

type HostedFrameProps = {
  /** Whether it stands as it will: what leads here is followed then. */
  isReady: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

/** The panel; a link to it brings it into view and marks it for a moment. */
export function HostedFrame({ isReady, aside, children }: HostedFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  // The whole location: the same link, followed again, shows it again.
  const location = useLocation();
  useEffect(() => {
    const panel = box.current;
    if (!isReady || !panel || location.hash !== ADDRESS) return;
    panel.scrollIntoView({ block: 'start' });
    panel.focus({ preventScroll: true });
    panel.classList.add(...SHINE);
    const timer = setTimeout(() => panel.classList.remove(...SHINE), SHINE_MS);
    return () => {
      clearTimeout(timer);
      panel.classList.remove(...SHINE);
    };
  }, [isReady, location]);
  return (
    <div
      ref={box}
      id="paper-trading"
      tabIndex={-1}
      className="scroll-mt-20 rounded-card transition-shadow duration-300 outline-none"
    >
      <Panel title={t`Paper trading`} aside={aside}>
        {children}
      </Panel>
    </div>
  );
}

/** The panel's place while its code and its accounts are on their way. */
export function HostedPlace() {
  const isDemo = useIsDemo();
  const shown = isDemo ? 1 : shownBefore();
  if (shown === null) return null;
  const cardClass = isDemo ? WATCHED_CARD_CLASS : CARD_CLASS;
  const cards = Array.from({ length: shown }, (_, index) => index);
  return (
    <HostedFrame isReady={false}>
      <div role="status" aria-label={t`Loading your paper accounts`}>
        {shown === 0 ? (
          <div className={EMPTY_CLASS}>
            <PlaceLines />
          </div>
        ) : (
          <>
            <div className={shown > 1 ? CARDS_CLASS : undefined}>
              {cards.map((card) => (
                <div key={card} className={cardClass}>
                  <PlaceLines />
                </div>
              ))}
            </div>
            {shown > 1 && (
              <div className="mt-6 border-t border-line pt-[6.5rem]">
                {cards.map((card) => (
                  <div key={card} className="min-h-[6rem] sm:min-h-[3.6875rem]" />
                ))}
              </div>
            )}
            <div className={FOOT_CLASS} />
          </>
        )}
      </div>
    </HostedFrame>
  );
}

function PlaceLines() {
  return (
    <>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="mt-3 h-6 w-full" />
    </>
  );
}
