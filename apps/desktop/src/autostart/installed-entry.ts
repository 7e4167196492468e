import type { Registry } from './registry.ts';

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Quorate';
const VALUE = 'DisplayVersion';

/**
 * Has Windows' list of installed apps name the version that runs: the installer wrote the one that it
 * brought. An entry of a copy in another folder stays as it is.
 *
 * @throws Error where Windows does not keep it
 */
export async function tellInstalledVersion(
  registry: Registry,
  installFolder: string,
  version: string,
): Promise<void> {
  const query = async (value: string) => {
    const { exitCode, printed } = await registry.run(['query', KEY, '/v', value]);
    const [, text] = /\bREG_SZ[ \t]+(.*?)[ \t]*\r?\n/.exec(printed) ?? [];
    return exitCode === 0 ? (text ?? null) : null;
  };
  const folder = await query('InstallLocation');
  if (folder === null || !isPrinted(installFolder, folder)) return;
  if ((await query(VALUE)) === version) return;
  const { exitCode } = await registry.run([
    'add',
    KEY,
    '/v',
    VALUE,
    '/t',
    'REG_SZ',
    '/d',
    version,
    '/f',
  ]);
  if (exitCode !== 0) throw new Error(`Windows did not take ${VALUE} of ${KEY}`);
}

/** Paths are printed in the letters of an old code page: what is not ASCII may have become anything. */
function isPrinted(path: string, printed: string): boolean {
  const pattern = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/[^ -~]+/g, '.+');
  return new RegExp(`^${pattern}$`, 'i').test(printed);
}
