import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Marks an entry of the browser's history that was made by opening a story from a list. */
type Opened = { storyOpened?: boolean } | null;

/**
 * The decision whose story is open. It lives in the address: a story can be bookmarked, and the back
 * button closes it.
 */
export function useOpenedDecision() {
  const [query, setQuery] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();

  function open(decisionId: string): void {
    const next = new URLSearchParams(query);
    next.set('decision', decisionId);
    setQuery(next, { preventScrollReset: true, state: { storyOpened: true } satisfies Opened });
  }

  function close(): void {
    if ((location.state as Opened)?.storyOpened) return void navigate(-1);
    const next = new URLSearchParams(query);
    next.delete('decision');
    setQuery(next, { preventScrollReset: true, replace: true });
  }

  return { decisionId: query.get('decision'), open, close };
}
