import { useEffect, useState } from 'react';
import { useDelayed } from '../../lib/use-delayed.ts';
import { createDownloader, type Downloader, type DownloadState } from './downloader.ts';

/** The specification's wait between the end of a download and the end of its window. */
const CLOSE_AFTER_MS = 1_000;

export type Download = Omit<Downloader, 'start'> & {
  state: DownloadState;
  start: () => void;
  /** Whether its window shows: that stays a moment when all is done. */
  open: boolean;
};

/** A download that ends when the reader leaves the page, who is asked first. */
export function useDownload(): Download {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const [isOver, setOver] = useState(false);
  const [downloader] = useState(() => createDownloader(setState));
  const running = state.kind === 'downloading' || state.kind === 'checking';
  useDelayed(state.kind === 'done' && !isOver, CLOSE_AFTER_MS, () => setOver(true));
  useEffect(() => downloader.reset, [downloader]);
  useEffect(() => {
    if (!running) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
  return {
    state,
    start: () => {
      setOver(false);
      void downloader.start();
    },
    cancel: downloader.cancel,
    reset: downloader.reset,
    open: running || state.kind === 'failed' || (state.kind === 'done' && !isOver),
  };
}
