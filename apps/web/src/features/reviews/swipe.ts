import type { TouchEvent } from 'react';

const MIN_DISTANCE_PX = 40;

/**
 * Touch handlers that tell a sideways swipe from scrolling.
 *
 * @param start holds where the touch began, across renders
 */
export function swipeHandlers(
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
