import type { Review } from '@quorate/contract/reviews';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { CarouselControls } from './carousel-controls.tsx';
import { ReviewCard } from './review-card.tsx';
import { swipeHandlers } from './swipe.ts';
import { useAutoAdvance } from './use-auto-advance.ts';
import { usePerView } from './use-per-view.ts';

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
      aria-roledescription="carousel"
      aria-label="Reviews"
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
