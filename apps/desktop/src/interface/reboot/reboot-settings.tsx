import { t } from '@lingui/core/macro';
import { Checkbox } from '@quorate/ui/checkbox';
import { SettingRow } from '@quorate/ui/setting-row';
import { answerReboot, setBeforeSignIn } from '../../contract/after-reboot.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction } from '../lib/local-client.ts';

/** What happens after a restart of the computer; nothing where the app cannot start with it. */
export function RebootSettings() {
  const { app } = useAppState();
  const answer = useAction(answerReboot);
  const before = useAction(setBeforeSignIn);
  const { autostart, after_reboot: reboot } = app;
  if (autostart === null || reboot === null) return null;
  const wanted = answer.isPending
    ? answer.variables.body
    : { autostart, terminal: reboot.terminal };
  const change = (changes: Partial<typeof wanted>) =>
    answer.mutate({ body: { ...wanted, ...changes } });
  return (
    <>
      <SettingRow title={t`Start with Windows`}>
        <div className="space-y-2">
          <Checkbox
            label={t`Start the app, without a window, when I sign in to this computer`}
            checked={wanted.autostart}
            disabled={answer.isPending}
            onChange={({ target }) => change({ autostart: target.checked })}
          />
          <Checkbox
            label={t`Start MetaTrader 5 again for a bot that waits for it`}
            checked={wanted.terminal}
            disabled={answer.isPending}
            onChange={({ target }) => change({ terminal: target.checked })}
          />
          <FailureNotice
            title={t`The start with the computer was not changed`}
            error={answer.error}
          />
        </div>
      </SettingRow>
      {reboot.before_sign_in !== null && (
        <SettingRow title={t`Before you sign in`}>
          <div className="space-y-2">
            <Checkbox
              label={t`Start the app when the computer starts, before anybody signs in`}
              checked={before.isPending ? before.variables.body.enabled : reboot.before_sign_in}
              disabled={before.isPending}
              onChange={({ target }) => before.mutate({ body: { enabled: target.checked } })}
            />
            <p className="text-tiny">
              {t`Windows asks for an administrator and for your Windows password, which it keeps itself. MetaTrader 5 then runs where you cannot see its window. Clear the box to undo it.`}
            </p>
            {before.isPending && <p role="status">{t`Waiting for Windows…`}</p>}
            <FailureNotice
              title={t`The start before signing in was not changed`}
              error={before.error}
            />
          </div>
        </SettingRow>
      )}
    </>
  );
}
