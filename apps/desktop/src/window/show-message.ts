import type { DesktopDeps } from '../parts.ts';
import type { WindowPrograms } from './open-window.ts';

type Deps = Readonly<{
  programs: Pick<WindowPrograms, 'start'>;
  platform: DesktopDeps['platform'];
  /** This very program, and what always comes before its arguments. */
  own: Readonly<{ command: string; args: readonly string[] }>;
}>;

/** The command of this program that shows a message and waits until it is closed. */
export const MESSAGE_COMMAND = 'show-message';

/**
 * Shows a sentence in a box of the system, where no window can say it. The box is a process of its own, so that
 * neither the app nor its end waits for the person.
 *
 * @returns whether something shows it
 */
export async function showMessage(
  { programs, platform, own }: Deps,
  title: string,
  text: string,
): Promise<boolean> {
  for (const [program, ...args] of boxes(platform, own, title, text))
    if ((await programs.start(program, args)) === null) return true;
  return false;
}

type Box = readonly [program: string, ...args: string[]];

/** @param text names no address where every user of the computer sees the arguments of programs */
function boxes(
  platform: Deps['platform'],
  { command, args }: Deps['own'],
  title: string,
  text: string,
): readonly Box[] {
  switch (platform) {
    case 'win32':
      return [[command, ...args, MESSAGE_COMMAND, title, text]];
    case 'darwin':
      return [['osascript', '-e', APPLE_SCRIPT, title, text]];
    case 'linux':
      return [
        ['zenity', '--error', '--no-markup', '--title', title, '--text', text],
        ['kdialog', '--title', title, '--error', text],
        ['xmessage', '-center', '-title', title, text],
        ['notify-send', title, text],
      ];
  }
}

const APPLE_SCRIPT =
  'on run argv\ndisplay alert (item 1 of argv) message (item 2 of argv)\nend run';
