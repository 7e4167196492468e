import { HOUR_MS } from '@quorate/values/instant';
import type { Timers } from '../timers.ts';
import { type FoundLogKey, type LogKeyDeps, lookAtLogKey } from './log-key.ts';

/** A key that was pinned, and another one that the service signs with now. */
export type ChangedLogKey = Readonly<{ pinned: string; served: string }>;

export type LogKeyWatch = Readonly<{
  /** null: the key is the one that was pinned, or follows from it, or nothing is known. */
  changed(): ChangedLogKey | null;
  /** Looks now. */
  look(): Promise<FoundLogKey>;
  end(): void;
}>;

type WatchDeps = LogKeyDeps &
  Readonly<{
    timers: Pick<Timers, 'after'>;
    notify(line: string): void;
    /** The finding is another one than before. */
    onChange?(): void;
  }>;

/** Looks at once and each hour whether the service still signs its log with the pinned key. A run goes on in any case. */
export function watchLogKey(deps: WatchDeps): LogKeyWatch {
  const { timers, notify, onChange = () => {} } = deps;
  let changed: ChangedLogKey | null = null;
  let ended = false;
  let cancel = () => {};

  async function look(): Promise<FoundLogKey> {
    const found = await lookAtLogKey(deps);
    if (ended || found.kind === 'unknown') return found;
    const before = changed;
    changed = found.kind === 'changed' ? { pinned: found.pinned, served: found.served } : null;
    if (changed?.served !== before?.served) {
      const lines = logKeyLines(deps.service, found);
      for (const line of lines) notify(line);
      onChange();
    } else if (found.kind === 'followed')
      for (const line of logKeyLines(deps.service, found)) notify(line);
    return found;
  }
  function lookAndWait(): void {
    void look().finally(() => {
      if (!ended) cancel = timers.after(HOUR_MS, lookAndWait);
    });
  }
  lookAndWait();
  return {
    changed: () => changed,
    look,
    end() {
      ended = true;
      cancel();
    },
  };
}

/** What a person has to know of a finding; nothing where all is as it was. */
export function logKeyLines(service: string, found: FoundLogKey): readonly string[] {
  switch (found.kind) {
    case 'changed':
      return [
        `WARNING: ${service} signs its public log with another key than before, and nothing leads from one to the other.`,
        `  pinned ${found.pinned}`,
        `  now    ${found.served}`,
        '  Either the service has lost its secret, and says so publicly, or someone else answers in its place. Positions are managed as before. Ask the operator, then accept the key with: bot log-key --accept KEY',
      ];
    case 'followed':
      return [
        `${service} has changed the key of its public log; the one before vouches for it: ${found.key}`,
      ];
    default:
      return [];
  }
}
