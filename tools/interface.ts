import { type Built, ensureBuilt } from './ensure-built.ts';
import { ROOT } from './root.ts';

const INTERFACE: Built = {
  what: 'the interface',
  inputs: [
    'package-lock.json',
    'apps/desktop/vite.config.ts',
    'apps/desktop/src/contract',
    'apps/desktop/src/interface',
    'apps/bot/src/live/shown-floors.ts',
    'apps/bot/src/live/shown-journal.ts',
    'apps/bot/src/profiles',
    'packages/contract',
    'packages/trading',
    'packages/ui',
    'packages/values',
    'locales',
    'tools/build-interface.ts',
    'tools/built-language.ts',
    'tools/catalogues',
    'tools/lingui-plugin.ts',
    'tools/translated-packages.ts',
  ],
  folder: 'apps/desktop',
  script: 'build:interface',
  output: 'apps/desktop/build/interface/index.html',
  stamp: 'apps/desktop/build/interface.sha256',
};

/** Builds the interface of the desktop app unless it is built. @throws Error with the build's output */
export function ensureInterface(say: (line: string) => void, root = ROOT): Promise<void> {
  return ensureBuilt(INTERFACE, say, root);
}
