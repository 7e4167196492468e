import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a release is made of. */
const ROOMS = [
  'apps/bot',
  'apps/desktop',
  'packages',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
] as const;
const LEFT_OUT = new Set(['node_modules', 'build']);

/**
 * A second checkout of the same sources in another folder, with the packages of the house as its own and
 * everybody else's by links.
 */
export function copyCheckout(root: string, folder: string): void {
  for (const room of ROOMS) {
    cpSync(join(root, room), join(folder, room), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
  }
  const own = join(folder, 'node_modules');
  mkdirSync(join(own, '@quorate'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@quorate') symlinkSync(join(root, 'node_modules', name), join(own, name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(own, '@quorate', name));
  }
  symlinkSync(join(folder, 'apps/bot'), join(own, '@quorate', 'bot'));
  for (const room of ['apps/bot', 'apps/desktop', 'packages/ui']) {
    const modules = join(root, room, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(folder, room, 'node_modules'));
  }
}
