import { type Built, ensureBuilt } from './ensure-built.ts';
import { ROOT } from './root.ts';

export const SITE: Built = {
  what: 'the site',
  inputs: [
    'package-lock.json',
    'CHANGELOG.md',
    'apps/web',
    'packages/content',
    'packages/contract',
    'packages/record',
    'packages/tlog',
    'packages/trading',
    'packages/ui',
    'packages/values',
    'locales',
    'tools/build-site.ts',
    'tools/built-language.ts',
    'tools/catalogues',
    'tools/lingui-plugin.ts',
    'tools/translated-packages.ts',
    'tools/finish-site.ts',
    'tools/finish-site',
  ],
  folder: 'apps/web',
  script: 'build',
  output: 'apps/web/build/client',
  stamp: 'apps/web/build/inputs.sha256',
};

/** Builds the site unless it is built. @throws Error with the build's output when it fails */
export function ensureSite(say: (line: string) => void, root = ROOT): Promise<void> {
  return ensureBuilt(SITE, say, root);
}
