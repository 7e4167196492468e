import { RELEASE_FACTS } from '@quorate/bot/release-facts';
import { requireWindowsModule, type WindowsModule } from '@quorate/bot/resources';

/** One line of the menu of the symbol beside the clock. */
export type TrayItem = Readonly<{ id: string; text: string }>;

/** What the symbol says when the mouse is over it, and its menu. */
export type TrayContent = Readonly<{ tooltip: string; items: readonly TrayItem[] }>;

/** The symbol beside the clock, while it is shown. */
export type Tray = Readonly<{
  update(content: TrayContent): void;
  /** A notice of Windows, which leaves by itself. */
  notify(title: string, text: string): void;
  close(): void;
}>;

/** What only a native module can have of Windows. Each call throws an Error with what Windows says. */
export type WindowsNative = Readonly<{
  /** @returns null where the Credential Manager has none of that name */
  readSecret(target: string): Uint8Array | null;
  writeSecret(target: string, secret: Uint8Array): void;
  /** What is not there is removed already. */
  deleteSecret(target: string): void;
  /** A message box; blocks until the person has closed it. */
  showMessage(title: string, text: string): void;
  /** Keeps the computer from going to sleep until it is taken back, or the process ends. */
  keepAwake(on: boolean): void;
  /**
   * Shows the symbol beside the clock; a process has one at most.
   *
   * @param tray `onSelect` hears the id of the line that was clicked, and the first line's for a click on the symbol
   */
  showTray(tray: TrayContent & Readonly<{ onSelect(id: string): void }>): Tray;
}>;

let loaded: WindowsNative | null | undefined;

/** The native module of Windows; null on another system, in a checkout, and where it does not load. */
export function loadWindowsNative(): WindowsNative | null {
  loaded ??= load();
  return loaded;
}

function load(): WindowsNative | null {
  if (process.platform !== 'win32' || RELEASE_FACTS.kind !== 'installed') return null;
  try {
    return windowsNative(requireWindowsModule());
  } catch {
    // Everything has another way: files, a line in the log, no symbol.
    return null;
  }
}

function windowsNative(module: WindowsModule): WindowsNative {
  const flat = (items: readonly TrayItem[]) => items.flatMap(({ id, text }) => [id, text]);
  return {
    ...module,
    writeSecret: (target, secret) => module.writeSecret(target, '', secret),
    showTray({ tooltip, items, onSelect }) {
      module.openTray(tooltip, flat(items), onSelect);
      return {
        update: (next) => module.updateTray(next.tooltip, flat(next.items)),
        notify: (title, text) => module.notifyTray(title, text),
        close: () => module.closeTray(),
      };
    },
  };
}
