import { useEffect, useState } from 'react';

/** Turns true when the page and what it needs at once have loaded, so that the rest does not compete with it. */
export function useAfterLoad(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (document.readyState === 'complete') {
      setLoaded(true);
      return;
    }
    const done = () => setLoaded(true);
    window.addEventListener('load', done);
    return () => window.removeEventListener('load', done);
  }, []);
  return loaded;
}
