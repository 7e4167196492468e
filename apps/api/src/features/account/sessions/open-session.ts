import { msg, select } from '@lingui/core/runtime-macro';
import type { Locale } from '@quorate/contract/locales';
import type { Device, SignedIn } from '@quorate/contract/session';
import { inTransaction } from '../../../db/in-transaction.ts';
import { i18nOf } from '../../../words/i18n.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteAndNotify, noteEvent, type Owner } from '../security/events.ts';
import { insertSession } from './sessions.queries.ts';

export type Account = Owner & Readonly<{ role: 'user' | 'admin' }>;

/** Where a sign-in comes from: a client address, and what the browser says of itself. */
export type Origin = Readonly<{
  address: string;
  browser: string;
  /** Hash of the cookie of an earlier sign-in; null without one. */
  browserHash: string | null;
  /** The language that is answered in. */
  locale: Locale;
}>;

/**
 * Opens a session, whichever way its user proved who they are, and notes it beside the account. A device
 * stays signed in for long, so its owner is told by mail.
 *
 * @param from.withFactor whether a second factor was given: a code, or a passkey, which is both factors at once
 */
export async function openSession(
  deps: AccountDeps,
  account: Account,
  from: Origin & { device?: Device | undefined; withFactor: boolean },
): Promise<SignedIn> {
  const kind = from.device?.kind ?? 'browser';
  const name = from.device?.name ?? from.browser;
  const { id, username, email, role, locale } = account;
  const { address, withFactor } = from;
  const token = await inTransaction(deps.db, async (tx) => {
    const inside = { ...deps, db: tx };
    const opened = await insertSession(inside, { userId: id, kind, name, address, withFactor });
    const seen = { about: name, address };
    if (kind === 'browser') {
      await noteEvent(inside, id, { kind: 'signed_in', ...seen });
    } else {
      await noteAndNotify(inside, account, {
        kind: 'device_added',
        ...seen,
        subject: msg`A ${select({ kind }, KINDS)} was signed in to your account`,
        what: msg`The ${select({ kind }, KINDS)} “${{ name }}” was signed in to your account. It may trade, send trades and read them; it may not change the account.`,
      });
    }
    return opened;
  });
  return {
    success: true,
    access_token: token,
    user: { id, username, email, role, locale },
    message: i18nOf(from.locale).t(msg`Login successful`),
  };
}

const KINDS = { desktop: 'desktop app', other: 'bot' };
