import { LocalFault } from '../local-fault.ts';
import type { Registry } from './registry.ts';

/** Whether the app starts when the person signs in to the computer. */
export type Autostart = Readonly<{
  /** null where it is not offered. */
  enabled(): boolean | null;
  /** @throws LocalFault where it is not offered, or Windows does not keep it */
  set(enabled: boolean): Promise<void>;
}>;

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const VALUE = 'Quorate';
const ARGUMENTS = 'ui --background';
const DATA_DIR = '--data-dir';

/** Autostart where there is none to have: another system, or a copy that is not installed. */
export const NO_AUTOSTART: Autostart = {
  enabled: () => null,
  set: async () => {
    throw new LocalFault(
      'conflict',
      'Only the installed app on Windows can start automatically when you sign in to the computer.',
      { code: 'not_offered' },
    );
  },
};

/**
 * Autostart by the entry that Windows keeps for each user, as it is in the registry now.
 *
 * @param launcher the installed program that starts the current version
 * @param dataDir the folder of this app where it is not the usual one: the entry starts the app on it
 */
export async function openAutostart(
  registry: Registry,
  launcher: string,
  dataDir: string | null = null,
): Promise<Autostart> {
  const args = dataDir === null ? ARGUMENTS : `${ARGUMENTS} ${DATA_DIR} ${quoted(dataDir)}`;
  const command = `"${launcher}" ${args}`;
  const ours = dataDir === null ? null : asPrinted(args);
  // The launcher's path is in the letters of an old code page; that the entry is ours shows in the rest.
  const look = async () => {
    const { exitCode, printed } = await registry.run(['query', KEY, '/v', VALUE]);
    if (exitCode !== 0 || !printed.includes(ARGUMENTS)) return false;
    return ours ? ours.test(printed) : !printed.includes(DATA_DIR);
  };
  let enabled = await look();
  return {
    enabled: () => enabled,
    async set(wanted) {
      await registry.run(
        wanted
          ? ['add', KEY, '/v', VALUE, '/t', 'REG_SZ', '/d', command, '/f']
          : ['delete', KEY, '/v', VALUE, '/f'],
      );
      enabled = await look();
      if (enabled === wanted) return;
      throw new LocalFault(
        'unavailable',
        `Windows did not ${wanted ? 'take' : 'remove'} the entry ${VALUE} of ${KEY}. A policy of this computer may forbid it.`,
      );
    },
  };
}

/** A backslash before the closing quote would take it for a letter. */
function quoted(path: string): string {
  return `"${path.replace(/\\+$/, (end) => end + end)}"`;
}

/** The same text, whose letters beyond ASCII are printed as others, and as one or several. */
function asPrinted(text: string): RegExp {
  return new RegExp(
    text
      .split(/[^ -~]+/)
      .map((part) => RegExp.escape(part))
      .join('[^\\r\\n]*'),
  );
}
