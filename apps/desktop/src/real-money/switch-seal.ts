import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { profileSecret } from '@quorate/bot/vault/vault';
import { canonicalJson } from '@quorate/trading/canonical-json';
import type { DesktopDeps } from '../parts.ts';
import type { RealSwitch } from './switch-file.ts';

/**
 * Ties a switch to real money to this computer's vault and this data folder: a record that was edited, or
 * came with a copy of the folder, is no step that anybody took here.
 */
export function switchSeal({ vault, dataDir }: Pick<DesktopDeps, 'vault' | 'dataDir'>) {
  const nameOf = (configuration: string) => profileSecret(configuration, 'real-money');
  const sealOf = (made: RealSwitch) =>
    createHash('sha256')
      .update(canonicalJson({ ...made, folder: resolve(dataDir) }))
      .digest('hex');
  return {
    /** @throws BotFault `vault` */
    holds: (made: RealSwitch): boolean => vault.get(nameOf(made.configuration)) === sealOf(made),
    /** @throws BotFault `vault` */
    put: (made: RealSwitch): void => vault.set(nameOf(made.configuration), sealOf(made)),
    /** @throws BotFault `vault` */
    remove: (configuration: string): void => vault.remove(nameOf(configuration)),
  };
}
