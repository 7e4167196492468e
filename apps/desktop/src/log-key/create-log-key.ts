import { acceptLogKey } from '@quorate/bot/log-key/log-key';
import { type LogKeyWatch, watchLogKey } from '@quorate/bot/log-key/watch-log-key';
import { t } from '@quorate/bot/words';
import { createChanges } from '../changes.ts';
import type { ChangedLogKey } from '../contract/log-key.ts';
import { LocalFault } from '../local-fault.ts';
import type { Account, DesktopDeps, OnChange } from '../parts.ts';

type LogKeyDeps = Pick<DesktopDeps, 'fetch' | 'timers' | 'dataDir' | 'notify'> &
  Readonly<{ account: Pick<Account, 'token' | 'service' | 'onChange'> }>;

/** Whether the service still signs its public log with the key that was pinned on this computer. */
export type DesktopLogKey = Readonly<{
  /** null: it does, or nothing is known. */
  changed(): ChangedLogKey | null;
  /** @throws LocalFault `conflict` where another key signs by now */
  accept(served: string): Promise<void>;
  onChange: OnChange;
  close(): void;
}>;

/** Pins the key after the first sign-in at a service, and looks each hour from then on. */
export function createLogKey({ account, ...deps }: LogKeyDeps): DesktopLogKey {
  const { onChange, tell } = createChanges();
  let watched: Readonly<{ service: string; watch: LogKeyWatch }> | null = null;

  function follow(): void {
    const service = account.token() === null ? null : account.service();
    if (service === (watched?.service ?? null)) return;
    watched?.watch.end();
    watched =
      service === null
        ? null
        : { service, watch: watchLogKey({ ...deps, service, onChange: tell }) };
    tell();
  }
  const unhear = account.onChange(follow);
  follow();
  const changed = () => {
    const told = watched?.watch.changed();
    return watched && told ? { service: watched.service, ...told } : null;
  };
  return {
    changed,
    async accept(served) {
      const { watch } = watched ?? {};
      await watch?.look();
      const now = changed();
      if (now === null) return;
      if (now.served !== served)
        throw new LocalFault(
          'conflict',
          t`The service has changed its key once more. Compare the new one first.`,
          { code: 'key_changed' },
        );
      acceptLogKey(deps.dataDir, now.service, served);
      await watch?.look();
    },
    onChange,
    close() {
      unhear();
      watched?.watch.end();
    },
  };
}
