import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { PasskeyFault } from './passkey-fault.ts';

type Library = typeof import('@simplewebauthn/browser');
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];

/** The service makes them with the library's other half, which this browser's half then reads. */
const creationOptions = z.custom<CreationOptions>((value) => hasText(value, 'challenge'));
const requestOptions = z.custom<RequestOptions>((value) => hasText(value, 'challenge'));

/** Whether this browser can make and use passkeys: not on pages without https, nor in old ones. */
export function canUsePasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/**
 * Has the browser make a passkey.
 *
 * @param options of `startPasskey`
 * @returns what `addPasskey` takes
 * @throws PasskeyFault when the person gave up or the device refused
 */
export async function makePasskey(options: unknown): Promise<Record<string, unknown>> {
  const optionsJSON = creationOptions.parse(options);
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON }).catch(explain)) };
}

/**
 * Has the browser prove that it holds a passkey.
 *
 * @param options of `startPasskeyLogin`
 * @returns what `loginWithPasskey` takes
 * @throws PasskeyFault when the person gave up or the device refused
 */
export async function askPasskey(options: unknown): Promise<Record<string, unknown>> {
  const optionsJSON = requestOptions.parse(options);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON }).catch(explain)) };
}

function hasText(value: unknown, name: string): boolean {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'string'
  );
}

/** By the error's name alone: browsers tell little more, so that pages cannot learn who is there. */
function explain(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : '';
  throw new PasskeyFault(SENTENCES[name] ?? t`This browser could not use a passkey.`, { cause });
}

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: t`No passkey was used: it was cancelled, or took too long.`,
  AbortError: t`No passkey was used: it was cancelled, or took too long.`,
  InvalidStateError: t`This device already holds a passkey of your account.`,
  SecurityError: t`Passkeys do not work at this address. Open the site by its own name.`,
};
