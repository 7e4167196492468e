import { plural, t } from '@lingui/core/macro';
import { Icon } from '@quorate/ui/icon';
import { useId } from 'react';
import type { AppState } from '../../contract/app-state.ts';
import { listTerminals } from '../../contract/terminals.ts';
import { useAppState } from '../lib/contexts.tsx';
import { useLocal } from '../lib/local-client.ts';

type SystemLimit = Readonly<{
  title: string;
  /** What you can do instead. */
  words: string;
}>;

/** What this computer cannot do, and what to do instead; nothing where it can do everything. */
export function SystemLimits({ isFolded = false }: { isFolded?: boolean }) {
  const { app } = useAppState();
  const heading = useId();
  const found = useLocal(listTerminals, {});
  const limits = limitsOf(app, found.data?.terminals.length ?? null);
  if (limits.length === 0) return null;
  const title = t`On this computer`;
  const list = (
    <ul aria-label={title} className="mt-2 grid gap-2.5">
      {limits.map((limit) => (
        <li key={limit.title} className="flex gap-2.5 text-tiny">
          <Icon name="info" className="mt-px size-4 shrink-0 text-warn" />
          <p className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{limit.title}</b>{' '}
            <span className="text-muted">{limit.words}</span>
          </p>
        </li>
      ))}
    </ul>
  );
  if (isFolded)
    return (
      <details className="mt-6 border-t border-line pt-2">
        <summary className="flex min-h-11 cursor-pointer items-center text-tiny text-muted hover:text-ink">
          {plural(limits.length, {
            one: 'On this computer: # thing to know',
            other: 'On this computer: # things to know',
          })}
        </summary>
        {list}
      </details>
    );
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-tiny font-semibold text-muted">
        {title}
      </h2>
      {list}
    </section>
  );
}

const SYSTEMS = { win32: t`Windows`, darwin: 'macOS', linux: t`Linux` } as const;

type Facts = Pick<AppState['app'], 'platform' | 'vault' | 'autostart' | 'update'>;

/** @param terminals how many MetaTrader 5 were found; null while they are looked for */
export function limitsOf(app: Facts, terminals: number | null): SystemLimit[] {
  const { platform, vault, autostart, update } = app;
  const isWindows = platform === 'win32';
  const limits: SystemLimit[] = [];
  if (!isWindows)
    limits.push({
      title: t`The app cannot find or start MetaTrader 5 on ${SYSTEMS[platform]}.`,
      words: t`Trade on paper here. For a demo or real account, install the app on a Windows computer.`,
    });
  else if (terminals === 0)
    limits.push({
      title: t`No MetaTrader 5 was found.`,
      words: t`Trade on paper meanwhile. For a demo account, install MetaTrader 5 from your broker and sign in to it once.`,
    });
  if (vault.why !== null)
    limits.push({
      title: vault.is_chosen
        ? t`The system’s keychain is not used.`
        : t`No system keychain was found.`,
      words: t`Passwords are stored in ${vault.place}. ${vaultAdvice(app)}`,
    });
  if (autostart === null)
    limits.push({
      title: t`The app cannot start with the computer.`,
      words: t`After a restart, start the app yourself. Bots that were running then start automatically.`,
    });
  if (update.kind === 'off')
    limits.push({
      title: t`The app does not update itself.`,
      words: t`Install new versions yourself. Settings says why.`,
    });
  return limits;
}

function vaultAdvice({ platform, vault }: Facts): string {
  if (vault.is_chosen) return t`To use the system’s keychain, start the app without QUORATE_VAULT.`;
  switch (platform) {
    case 'win32':
      return t`To use Windows’ own, switch on its service “Credential Manager” and start the app again.`;
    case 'darwin':
      return t`To use the keychain, unlock it and start the app again.`;
    case 'linux':
      return t`To use a keychain, start GNOME Keyring or KWallet, then the app again.`;
  }
}
