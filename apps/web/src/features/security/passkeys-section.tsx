import { t } from '@lingui/core/macro';
import { addPasskey, removePasskey, startPasskey } from '@quorate/contract/second-factors';
import type { AccountSecurity } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { TextField } from '@quorate/ui/text-field';
import { formatDay, viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { canUsePasskeys, makePasskey } from '../../lib/passkeys.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useQuestion } from './ask-dialog.tsx';
import { browserName } from './browser-name.ts';
import { useRefreshSecurity } from './security.api.ts';

type PasskeysSectionProps = { userId: string; account: AccountSecurity };

export function PasskeysSection({ userId, account }: PasskeysSectionProps) {
  const refresh = useRefreshSecurity(userId);
  const [adding, setAdding] = useState(false);
  const { ask, dialog, done, setDone } = useQuestion();
  const day = (iso: string) => formatDay(iso, viewerTimeZone());
  const { passkeys } = account;

  const askRemove = ({ passkey_id, name }: (typeof passkeys)[number]) =>
    ask({
      title: t`Remove the passkey ${name}?`,
      words: t`It no longer signs you in here. Its entry on the device or in your password manager stays; delete it there.`,
      act: t`Remove`,
      failure: t`Failed to remove ${name}`,
      run: async () => {
        await callApi(removePasskey, { params: { passkey_id } });
        await refresh();
        setDone(t`The passkey ${name} is removed.`);
      },
    });

  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      {passkeys.length === 0 ? (
        <p className="text-small text-muted">{t`No passkey yet.`}</p>
      ) : (
        <SettingList label={t`Passkeys`}>
          {passkeys.map((passkey) => (
            <SettingRow
              key={passkey.passkey_id}
              title={
                <>
                  {passkey.name}
                  <Badge>{passkey.synced ? t`Synced` : t`On one device`}</Badge>
                </>
              }
              action={
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={t`Remove ${passkey.name}`}
                  onClick={() => askRemove(passkey)}
                >{t`Remove`}</Button>
              }
            >
              {passkey.last_used_at === null
                ? t`Added ${day(passkey.created_at)}, not used yet`
                : t`Added ${day(passkey.created_at)}, last used ${day(passkey.last_used_at)}`}
            </SettingRow>
          ))}
        </SettingList>
      )}
      {canUsePasskeys() ? (
        <Button
          variant="secondary"
          size="small"
          className="mt-4"
          onClick={() => {
            setDone(null);
            setAdding(true);
          }}
        >{t`Add a passkey`}</Button>
      ) : (
        <p className="mt-3 text-small text-muted">{t`This browser cannot make passkeys, or the page is not open over https.`}</p>
      )}
      {adding && (
        <AddPasskeyDialog
          userId={userId}
          onDone={(name) => {
            setAdding(false);
            setDone(t`The passkey ${name} is added. It signs you in without a password.`);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {dialog}
    </>
  );
}

const NAME_MAX = 60;

type AddPasskeyDialogProps = {
  userId: string;
  onDone: (name: string) => void;
  onClose: () => void;
};

/** A name first, so that the browser's own window is the last step. */
function AddPasskeyDialog({ userId, onDone, onClose }: AddPasskeyDialogProps) {
  const refresh = useRefreshSecurity(userId);
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const { busy, error, onSubmit } = useConfirmed(async () => {
    const { options } = await callApi(startPasskey, {});
    const response = await makePasskey(options);
    await callApi(addPasskey, { body: { response, name: name.trim() } });
    await refresh();
    onDone(name.trim());
  });
  return (
    <Dialog title={t`Add a passkey`} onClose={onClose}>
      <form onSubmit={onSubmit} className="space-y-4">
        <FailureNotice title={t`The passkey was not added`} error={error} />
        <p className="text-small text-muted">{t`Your browser asks for your fingerprint, your face, a PIN or a security key. What it keeps never leaves it.`}</p>
        <TextField
          label={t`Name`}
          name="name"
          required
          maxLength={NAME_MAX}
          hint={t`What you will know it by.`}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={busy} className="w-full">{t`Add the passkey`}</Button>
      </form>
    </Dialog>
  );
}
