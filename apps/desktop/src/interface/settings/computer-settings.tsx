import { Checkbox } from '@quorate/ui/checkbox';
import { CopyButton } from '@quorate/ui/copy-button';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { setAutostart } from '../../contract/app-state.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction } from '../lib/use-local.ts';

/** What is kept where, and whether the app starts with the computer. */
export function ComputerSettings() {
  const { app } = useAppState();
  const autostart = useAction(setAutostart);
  return (
    <div className="space-y-4">
      <FailureNotice title="The start with the computer was not changed" error={autostart.error} />
      <SettingList>
        {app.autostart !== null && (
          <SettingRow title="Start with Windows">
            <Checkbox
              label="Start the app, without a window, when I sign in to this computer"
              checked={autostart.isPending ? autostart.variables.body.enabled : app.autostart}
              disabled={autostart.isPending}
              onChange={({ target }) => autostart.mutate({ body: { enabled: target.checked } })}
            />
          </SettingRow>
        )}
        <SettingRow title="Data folder" action={<CopyButton label="Copy" text={app.data_folder} />}>
          <span className="figures text-[0.875rem]">{app.data_folder}</span>
        </SettingRow>
        <SettingRow title="Passwords">
          Kept in {app.vault.place}, never sent to the service.
          {app.vault.why !== null && (
            <span className="block text-warn first-letter:uppercase">{app.vault.why}</span>
          )}
        </SettingRow>
      </SettingList>
    </div>
  );
}
