import { liveFolder } from '@quorate/bot/live/live-account';
import type { Profile } from '@quorate/bot/profiles/profile';
import { botLogOf } from './bot-process.ts';
import type { Launch } from './keeper.ts';

/** What the bot of a configuration is started with. @param dataDir whole */
export function launchOf(dataDir: string, profile: Profile): Launch {
  const { configuration_name: name, account_type: type, account_number: account } = profile;
  const real = type === 'real' ? ['--real', account] : [];
  return {
    args: ['live', '--profile', name, '--data-dir', dataDir, '--verbose', '--for-app', ...real],
    folder: liveFolder(dataDir, profile),
    log: botLogOf(dataDir, name),
  };
}
