import { SettingsSection } from '@quorate/ui/settings-section';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState } from '../lib/app-state-context.tsx';
import { AccountSettings } from './account-settings.tsx';
import { ComputerSettings } from './computer-settings.tsx';
import { QuitSettings } from './quit-settings.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UpdateSettings } from './update-settings.tsx';

/** The app itself: who is signed in, its version, where things are, and how it ends. */
export function SettingsScreen() {
  const { app } = useAppState();
  return (
    <>
      <ScreenHead title="Settings" />
      <SettingsSection
        id="account"
        title="Account"
        lead="Who is signed in on this computer, and what the plan includes."
      >
        <AccountSettings />
      </SettingsSection>
      <SettingsSection id="updates" title="Version" lead={`${app.brand} ${app.version}`}>
        <UpdateSettings />
      </SettingsSection>
      <SettingsSection
        id="computer"
        title="This computer"
        lead="Where things are kept, and how the app looks and starts."
      >
        <ComputerSettings />
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <span className="text-small font-medium">Theme</span>
          <ThemeSwitch />
        </div>
      </SettingsSection>
      <SettingsSection
        id="quit"
        title="Quit"
        lead="Closing a window ends nothing: the app and its bots go on."
      >
        <QuitSettings />
      </SettingsSection>
    </>
  );
}
