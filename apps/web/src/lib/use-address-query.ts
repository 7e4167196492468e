import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

type Change = (now: URLSearchParams) => URLSearchParams;

/** What was asked of the router since it was at a place, and is not in the address yet. */
const asked = new WeakMap<object, URLSearchParams>();

/**
 * The query of the address, and a way to change it. The router's own setter starts from what was drawn last, so of
 * two changes in quick succession the first would be lost; here the second builds on the first.
 */
export function useAddressQuery(): [
  URLSearchParams,
  (change: Change, options?: NavigateOptions) => void,
] {
  const [query, setQuery] = useSearchParams();
  const place = useLocation();
  const change = (how: Change, options?: NavigateOptions) => {
    const next = how(new URLSearchParams(asked.get(place) ?? query));
    asked.set(place, next);
    setQuery(next, options);
  };
  return [query, change];
}
