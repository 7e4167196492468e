import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Asks before what was typed is thrown away, by a link or by closing the window. */
export function UnsavedDialog({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" onClose={() => blocker.reset()}>
      <p className="text-small">What you changed here is not saved yet.</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => blocker.proceed()}>
          Leave without saving
        </Button>
        <Button onClick={() => blocker.reset()}>Stay here</Button>
      </div>
    </Dialog>
  );
}
