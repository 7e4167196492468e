import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { LinkButton } from '../../ui/link-button.tsx';

/** For an operator who has nothing but a password: where to set up what the act asks for. */
export function FactorMissingDialog({ onClose }: { onClose: () => void }) {
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
