import type { TrayContent, WindowsNative } from '../windows-native.ts';

export type FakeWindowsNative = WindowsNative &
  Readonly<{
    secrets: Map<string, Uint8Array>;
    /** Title and text of each message box. */
    messages: (readonly [title: string, text: string])[];
    notices: (readonly [title: string, text: string])[];
    isAwake(): boolean;
    /** What the symbol shows; null while there is none. */
    tray(): TrayContent | null;
    /** Clicks a line of the menu. */
    select(id: string): void;
  }>;

/** A Windows that remembers what was asked of it. */
export function fakeWindowsNative(): FakeWindowsNative {
  const secrets = new Map<string, Uint8Array>();
  const messages: (readonly [string, string])[] = [];
  const notices: (readonly [string, string])[] = [];
  let awake = false;
  let shown: (TrayContent & { onSelect(id: string): void }) | null = null;
  return {
    secrets,
    messages,
    notices,
    isAwake: () => awake,
    tray: () => shown,
    select(id) {
      if (!shown?.items.some((item) => item.id === id)) throw new Error(`the menu has no ${id}`);
      shown.onSelect(id);
    },
    readSecret: (target) => secrets.get(target) ?? null,
    writeSecret: (target, secret) => void secrets.set(target, secret),
    deleteSecret: (target) => void secrets.delete(target),
    showMessage: (title, text) => void messages.push([title, text]),
    keepAwake(on) {
      awake = on;
    },
    showTray(tray) {
      if (shown) throw new Error('there is a symbol already');
      shown = tray;
      return {
        update(content) {
          if (shown) shown = { ...shown, ...content };
        },
        notify: (title, text) => void notices.push([title, text]),
        close() {
          shown = null;
        },
      };
    },
  };
}
