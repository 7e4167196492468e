import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { SettingsSection } from '@quorate/ui/settings-section';
import { useSyncExternalStore } from 'react';
import { getInstallPrompt, install, subscribeToInstallPrompt } from '../../lib/install-prompt.ts';
import { SITE } from '../../lib/site.ts';
import { isInstalled, isIphoneOrIpad } from './this-device.ts';

/** How the site comes to the home screen: by a button where the browser has one, else in a sentence. */
export function InstallSection() {
  const prompt = useSyncExternalStore(subscribeToInstallPrompt, getInstallPrompt);
  return (
    <SettingsSection
      id="install"
      title={t`On your phone`}
      lead={t`Installed, your dashboard opens from the home screen, without the browser’s bars.`}
    >
      {prompt && (
        <Button
          variant="secondary"
          size="small"
          className="mb-3"
          onClick={() => void install()}
        >{t`Install ${SITE.name}`}</Button>
      )}
      {!prompt && <p className="mb-3 text-small">{howTo()}</p>}
      <p className="text-small text-muted">
        {t`Without a network it shows what was last read on this device, with its age. Signing out deletes that.`}
      </p>
    </SettingsSection>
  );
}

function howTo(): string {
  if (isInstalled()) return t`This is the installed app.`;
  if (isIphoneOrIpad()) return t`In Safari, tap Share, then Add to Home Screen.`;
  return t`Your browser’s menu has Install or Add to Home Screen, where it can.`;
}
