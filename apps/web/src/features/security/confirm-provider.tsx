import type { ErrorCode } from '@quorate/contract/errors';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { type Confirm, ConfirmContext } from '../../lib/use-confirmed.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

function isRefused(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

type ConfirmProviderProps = { userId: string; children: ReactNode };

/**
 * Asks who sits there when the service wants an act confirmed, and lets the act go on by itself
 * afterwards. Acts that are refused at the same time share one question.
 */
export function ConfirmProvider({ userId, children }: ConfirmProviderProps) {
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const question = useRef<{ answer: Promise<boolean>; give: (confirmed: boolean) => void }>(null);

  const confirm = useCallback<Confirm>(async (act) => {
    const go = async () => {
      setMissing(false);
      try {
        await act();
      } catch (error) {
        if (isRefused(error, 'second_factor_missing')) setMissing(true);
        throw error;
      }
    };
    try {
      await go();
    } catch (error) {
      if (!isRefused(error, 'confirmation_needed')) throw error;
      if (!question.current) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        question.current = { answer: promise, give: resolve };
        setAsking(true);
      }
      if (await question.current.answer) await go();
    }
  }, []);

  const settle = (confirmed: boolean) => {
    question.current?.give(confirmed);
    question.current = null;
    setAsking(false);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      {missing && <FactorMissingDialog onClose={() => setMissing(false)} />}
      {asking && (
        <ConfirmDialog
          userId={userId}
          onConfirmed={() => settle(true)}
          onClose={() => settle(false)}
        />
      )}
    </ConfirmContext>
  );
}

/** For an operator who has nothing but a password: where to set up what the act asks for. */
function FactorMissingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Set up a second factor" onClose={onClose}>
      <p className="mb-5 text-small">
        Changes in the back office need more than your password. Turn on an authenticator app or add
        a passkey, then come back.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Not now
        </Button>
        <LinkButton to="/dashboard/security">Open the security page</LinkButton>
      </div>
    </Dialog>
  );
}
