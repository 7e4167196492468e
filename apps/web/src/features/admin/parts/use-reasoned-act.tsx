import { useState } from 'react';
import { ReasonDialog, type ReasonedAct } from './reason-dialog.tsx';

/** One act at a time, and the words when it is done. */
export function useReasonedAct() {
  const [asked, setAsked] = useState<ReasonedAct | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const ask = (next: ReasonedAct) => {
    setDone(null);
    setAsked(next);
  };
  const dialog = asked && <ReasonDialog {...asked} onClose={() => setAsked(null)} />;
  return { ask, dialog, done, setDone };
}
