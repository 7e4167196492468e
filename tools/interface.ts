import { type Built, ensureBuilt } from './ensure-built.ts';
import { ROOT } from './root.ts';

const INTERFACE: Built = {
  what: 'the interface',
  inputs: [
    'package-lock.json',
    'apps/bot/vite.config.ts',
    'apps/bot/src/desktop/contract',
    'apps/bot/src/desktop/interface',
    'apps/bot/src/profiles',
    'packages/contract',
    'packages/ui',
    'packages/values',
  ],
  folder: 'apps/bot',
  script: 'build:interface',
  output: 'apps/bot/build/interface/index.html',
  stamp: 'apps/bot/build/interface.sha256',
};

/** Builds the interface of the desktop app unless it is built. @throws Error with the build's output */
export function ensureInterface(say: (line: string) => void, root = ROOT): Promise<void> {
  return ensureBuilt(INTERFACE, say, root);
}
