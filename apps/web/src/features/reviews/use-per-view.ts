import { useMediaQuery } from '../../lib/use-media-query.ts';

/** How many reviews stand side by side: three, two on tablets, one on phones. */
export function usePerView(): number {
  const tablet = useMediaQuery('(min-width: 48rem)');
  const desktop = useMediaQuery('(min-width: 64rem)');
  if (desktop) return 3;
  return tablet ? 2 : 1;
}
