import { EMAIL_MAX, emailFault } from '@quorate/contract/email-address';
import { normalForm } from '@quorate/contract/fields';
import { isOneScript } from '@quorate/contract/scripts';
import { toASCII, toUnicode } from 'tr46';
import { validationError } from '../http/app-error.ts';

/** UTS 46 without its transitional part: what registries and browsers resolve today. */
const STRICT = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
} as const;

/**
 * The one form of an address. It is what the account is found by, what limits count, and what mail is sent
 * to: lower case, its domain in ASCII (UTS 46).
 *
 * @returns null for what no new account may have
 * @example canonicalAddress('Amina@BÜCHER.example') // 'amina@xn--bcher-kva.example'
 */
export function canonicalAddress(typed: string): string | null {
  const address = typed.trim();
  if (emailFault(address) !== null) return null;
  const [local = '', domain = ''] = address.split('@');
  const ascii = toASCII(domain, STRICT);
  if (ascii === null) return null;
  // A name that is typed as "xn--…" is read as what it stands for.
  const { domain: shown, error } = toUnicode(ascii, STRICT);
  if (error || !shown.split('.').every(isOneScript)) return null;
  const canonical = `${local.toLowerCase()}@${ascii}`;
  return emailFault(canonical) === null ? canonical : null;
}

/**
 * The form of an address that a new account may have.
 *
 * @throws AppError validation_failed, for the field `email`
 */
export function expectAddress(typed: string): string {
  const address = canonicalAddress(typed);
  if (address !== null) return address;
  const message =
    emailFault(typed) ??
    'Please enter a valid email address: its domain cannot be a name on the internet';
  throw validationError([{ field: 'email', message }]);
}

/** Accounts older than the one form were found by this. */
export function earlierKey(address: string): string {
  return normalForm(address, 'NFKC', EMAIL_MAX).toLowerCase();
}

/**
 * Everything that an address may stand under in the table: its one form, the same in its own letters, and
 * what older accounts were found by. Two of these never belong to two mailboxes.
 */
export function addressKeys(typed: string): string[] {
  const canonical = canonicalAddress(typed);
  const earlier = earlierKey(typed);
  if (canonical === null) return [earlier];
  const [local = '', domain = ''] = canonical.split('@');
  return [...new Set([earlier, canonical, `${local}@${toUnicode(domain).domain}`])];
}

type Provider = Readonly<{
  /** All of them lead to the mailboxes of the first. */
  domains: readonly [string, ...string[]];
  /** Signs of the name that its servers do not look at. */
  ignored: RegExp;
}>;

const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: /(?!)/g },
  { domains: ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz'], ignored: /[.-]/g },
  { domains: ['fastmail.com'], ignored: /(?!)/g },
];

/**
 * What stands for a real mailbox, however its address is written: without "+tag", and without what large
 * providers do not look at. Only to count and to compare, never to send to.
 *
 * @example mailboxOf('a.mina+bots@googlemail.com') // 'amina@gmail.com'
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = (canonicalAddress(address) ?? lenient(address)).split('@');
  // fastmail delivers anything@name.fastmail.com to name@fastmail.com.
  const host = /^(.+)\.(fastmail\.com)$/.exec(domain);
  const [name, at] = host ? [host[1] ?? '', host[2] ?? ''] : [local, domain];
  const provider = PROVIDERS.find(({ domains }) => domains.includes(at));
  const untagged = name.replace(/(?<=.)\+.*$/, '');
  const kept = provider ? untagged.replace(provider.ignored, '') || untagged : untagged;
  return `${kept}@${provider?.domains[0] ?? at}`;
}

/** Of an address that was taken before there were rules: what its domain is resolved as. */
function lenient(address: string): string {
  const earlier = earlierKey(address.trim());
  const at = earlier.lastIndexOf('@');
  const domain = earlier.slice(at + 1);
  return `${earlier.slice(0, at)}@${toASCII(domain, { useSTD3ASCIIRules: false }) ?? domain}`;
}
