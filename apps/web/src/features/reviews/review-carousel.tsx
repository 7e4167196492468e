import { t } from '@lingui/core/macro';
import type { Review } from '@quorate/contract/reviews';
import { Icon, type IconName } from '@quorate/ui/icon';
import { formatDay } from '@quorate/ui/time-format';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import {
  type KeyboardEvent,
  type TouchEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Stars } from '../../ui/stars.tsx';

const ADVANCE_MS = 5_000;
/** It moves by itself only when there are more than this. */
const STILL_UP_TO = 3;

const COLUMNS: Readonly<Record<number, string>> = { 2: 'grid-cols-2', 3: 'grid-cols-3' };

export function ReviewCarousel({ reviews }: { reviews: readonly Review[] }) {
  const perView = usePerView();
  const lessMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [first, setFirst] = useState(0);
  const [stopped, setStopped] = useState(false);
  const [attended, setAttended] = useState({ pointer: false, focus: false });
  const touchStart = useRef<{ x: number; y: number } | null>(null);

  // Views are always full: the last one moves back instead of showing a gap.
  const last = Math.max(0, reviews.length - perView);
  const shown = Math.min(first, last);
  const next = () => setFirst(shown >= last ? 0 : Math.min(last, shown + perView));
  const previous = () => setFirst(shown === 0 ? last : Math.max(0, shown - perView));

  const moves = reviews.length > STILL_UP_TO && !lessMotion;
  const running = moves && !stopped && !attended.pointer && !attended.focus;
  useAutoAdvance(running, ADVANCE_MS, next);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') next();
    else if (event.key === 'ArrowLeft') previous();
    else return;
    event.preventDefault();
  };

  return (
    <section
      aria-roledescription={t`carousel`}
      aria-label={t`Reviews`}
      onKeyDown={onKeyDown}
      onMouseEnter={() => setAttended((now) => ({ ...now, pointer: true }))}
      onMouseLeave={() => setAttended((now) => ({ ...now, pointer: false }))}
      onFocus={() => setAttended((now) => ({ ...now, focus: true }))}
      onBlur={(event) => {
        const inside = event.currentTarget.contains(event.relatedTarget);
        setAttended((now) => ({ ...now, focus: inside }));
      }}
      {...swipeHandlers(touchStart, (direction) => (direction === 'left' ? next() : previous()))}
    >
      <ul
        aria-live={running ? 'off' : 'polite'}
        className={`grid touch-pan-y gap-4 ${COLUMNS[perView] ?? ''}`}
      >
        {reviews.slice(shown, shown + perView).map((review, offset) => (
          <ReviewCard
            key={review.id}
            review={review}
            position={shown + offset + 1}
            total={reviews.length}
          />
        ))}
      </ul>
      {last > 0 && (
        <CarouselControls
          from={shown + 1}
          to={Math.min(shown + perView, reviews.length)}
          total={reviews.length}
          onPrevious={previous}
          onNext={next}
          pause={moves ? { stopped, toggle: () => setStopped(!stopped) } : null}
        />
      )}
    </section>
  );
}

/** How many reviews stand side by side: three, two on tablets, one on phones. */
function usePerView(): number {
  const tablet = useMediaQuery('(min-width: 48rem)');
  const desktop = useMediaQuery('(min-width: 64rem)');
  if (desktop) return 3;
  return tablet ? 2 : 1;
}

/** Calls `advance` every so often while it runs. Each start counts again. */
function useAutoAdvance(running: boolean, everyMs: number, advance: () => void): void {
  const onTick = useEffectEvent(advance);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => onTick(), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
}

const MIN_DISTANCE_PX = 40;

/**
 * Touch handlers that tell a sideways swipe from scrolling.
 *
 * @param start holds where the touch began, across renders
 */
function swipeHandlers(
  start: { current: { x: number; y: number } | null },
  onSwipe: (direction: 'left' | 'right') => void,
) {
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0];
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (!touch || !start.current) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) < MIN_DISTANCE_PX || Math.abs(x) < Math.abs(y)) return;
      onSwipe(x < 0 ? 'left' : 'right');
    },
  };
}

/** Comments longer than this are folded. */
const FOLD_BEYOND = 260;

type ReviewCardProps = { review: Review; position: number; total: number };

function ReviewCard({ review, position, total }: ReviewCardProps) {
  const [unfolded, setUnfolded] = useState(false);
  const long = review.comment.length > FOLD_BEYOND;
  return (
    <li
      aria-roledescription={t`slide`}
      aria-label={t`Review ${position} of ${total}`}
      className="flex min-h-52 min-w-0 animate-arrive flex-col rounded-card border border-line bg-surface p-6"
    >
      <Stars rating={review.rating} />
      <blockquote
        className={`mt-3 whitespace-pre-line text-small ${long && !unfolded ? 'line-clamp-6' : ''}`}
      >
        {review.comment}
      </blockquote>
      {long && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="mt-2 self-start rounded-sm text-tiny font-medium text-brand underline underline-offset-4"
        >
          {unfolded ? t`Show less` : t`Read all`}
        </button>
      )}
      <p className="mt-auto flex items-baseline justify-between gap-3 pt-5 text-tiny text-muted">
        <span className="min-w-0 truncate font-medium text-ink">{review.user_name}</span>
        <time dateTime={review.created_at} className="shrink-0">
          {formatDay(review.created_at, 'UTC')}
        </time>
      </p>
    </li>
  );
}

type CarouselControlsProps = {
  from: number;
  to: number;
  total: number;
  onPrevious: () => void;
  onNext: () => void;
  /** Null where nothing moves by itself. */
  pause: { stopped: boolean; toggle: () => void } | null;
};

function CarouselControls(props: CarouselControlsProps) {
  const { from, to, total, onPrevious, onNext, pause } = props;
  return (
    <div className="mt-4 flex items-center justify-between">
      <p className="figures text-tiny text-muted">
        {from === to ? from : `${from}–${to}`} {t`of ${total}`}
      </p>
      <div className="flex gap-1">
        {pause && (
          <ControlButton
            icon={pause.stopped ? 'play' : 'pause'}
            label={pause.stopped ? t`Play reviews` : t`Pause reviews`}
            onClick={pause.toggle}
          />
        )}
        <ControlButton icon="left" label={t`Previous reviews`} onClick={onPrevious} />
        <ControlButton icon="right" label={t`Next reviews`} onClick={onNext} />
      </div>
    </div>
  );
}

type ControlButtonProps = { icon: IconName; label: string; onClick: () => void };

function ControlButton({ icon, label, onClick }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-muted transition-colors duration-150 hover:bg-sunk hover:text-ink"
    >
      <Icon name={icon} />
    </button>
  );
}
