import { addPasskey, startPasskey } from '@quorate/contract/second-factors';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { makePasskey } from '../../lib/passkeys.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { browserName } from './browser-name.ts';
import { useRefreshSecurity } from './security.api.ts';

const NAME_MAX = 60;

type AddPasskeyDialogProps = {
  userId: string;
  onDone: (name: string) => void;
  onClose: () => void;
};

/** A name first, so that the browser's own window is the last step. */
export function AddPasskeyDialog({ userId, onDone, onClose }: AddPasskeyDialogProps) {
  const refresh = useRefreshSecurity(userId);
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const { busy, error, submit } = useConfirmed(async () => {
    const { options } = await callApi(startPasskey, {});
    const response = await makePasskey(options);
    await callApi(addPasskey, { body: { response, name: name.trim() } });
    await refresh();
    onDone(name.trim());
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form onSubmit={onSubmit} className="space-y-4">
        <FailureNotice title="The passkey was not added" error={error} />
        <p className="text-small text-muted">
          Your browser asks for your fingerprint, your face, a PIN or a security key. What it keeps
          never leaves it.
        </p>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={NAME_MAX}
          hint="What you will know it by."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={busy} className="w-full">
          Add the passkey
        </Button>
      </form>
    </Dialog>
  );
}
