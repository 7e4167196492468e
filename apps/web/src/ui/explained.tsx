import { classNames } from '@quorate/ui/class-names';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type ExplainedProps = {
  /** What is explained: some words in a line. */
  label: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Words with an explanation: a pointer that rests on them, the keyboard's focus and a tap show it. */
export function Explained({ label, className, children }: ExplainedProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The explanation counts as part of the words: the pointer may move onto it.
    <span
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        aria-describedby={open ? id : undefined}
        onClick={() => setOpen(true)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        className={classNames(
          'inline-flex items-center rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 max-md:-my-3 max-md:min-h-11 max-md:min-w-6',
          className,
        )}
      >
        {label}
      </button>
      {open && (
        <Explanation id={id} of={button} onClose={() => setOpen(false)}>
          {children}
        </Explanation>
      )}
    </span>
  );
}

type ExplanationProps = {
  id: string;
  of: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** From the window's edges. */
const MARGIN_PX = 8;

function Explanation({ id, of, onClose, children }: ExplanationProps) {
  const box = useRef<HTMLSpanElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    // Above all else, and outside of what scrolls.
    shown.showPopover?.();
    if (of.current) placeBeside(shown, of.current);
  }, [of]);
  useEffect(() => {
    const left = () => close();
    const typed = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    // Its words and itself are in one element: a press elsewhere closes it, also where a tap gives no focus.
    const pressed = ({ target }: PointerEvent) =>
      !box.current?.parentElement?.contains(target as Node) && close();
    const options = { capture: true, passive: true };
    window.addEventListener('scroll', left, options);
    window.addEventListener('keydown', typed);
    window.addEventListener('pointerdown', pressed, options);
    return () => {
      window.removeEventListener('scroll', left, options);
      window.removeEventListener('keydown', typed);
      window.removeEventListener('pointerdown', pressed, options);
    };
  }, []);
  return (
    <span
      ref={box}
      id={id}
      role="tooltip"
      // Not closed by the browser at a press on its own words, which would race with their click.
      popover="manual"
      className="fixed inset-auto m-0 w-[min(20rem,calc(100vw-1rem))] rounded-card border border-line-strong bg-surface p-3 text-start font-sans text-small font-normal whitespace-normal text-ink shadow-lg"
    >
      {children}
    </span>
  );
}

/** Below the words, or above them where there is no room. It keeps inside of the window when more is loaded into it. */
function placeBeside(shown: HTMLElement, of: HTMLElement): void {
  const words = of.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const left = Math.min(words.left, window.innerWidth - width - MARGIN_PX);
  shown.style.left = `${Math.max(MARGIN_PX, left)}px`;
  const fitsBelow = words.bottom + height + MARGIN_PX < window.innerHeight;
  if (fitsBelow) shown.style.top = `${words.bottom}px`;
  else shown.style.bottom = `${window.innerHeight - words.top}px`;
}
