import { z } from 'zod';
import { normalForm } from './fields.ts';
import { hasHiddenCharacter, isOneScript } from './scripts.ts';

/** The longest address that mail can be sent to (RFC 5321). */
export const EMAIL_MAX = 254;
const LOCAL_MAX = 64;

/** The simple x@y.z pattern of the specification, section 5, of characters that can be stored. */
export const EMAIL_PATTERN = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+\.[^\s@\p{Cc}\p{Cs}]+$/u;

/** The specification's sentence; what is wrong with this address may follow it. */
export const EMAIL_SENTENCE = 'Please enter a valid email address';

/** RFC 5321's dot-atom without the signs that some servers route by ("%", "!"). */
const LOCAL = /^[a-z0-9#$&'*+/=?^_`{|}~-]+(\.[a-z0-9#$&'*+/=?^_`{|}~-]+)*$/i;

/** Full stops as they are typed on keyboards of East Asia mean the same (UTS 46). */
const LABELS = /[.\u3002\uff0e\uff61]/u;
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * What is wrong with a new address; null when mail can be sent to it and no two people read it otherwise.
 * The service looks closer at names in other scripts than ASCII, with tables that a page need not load.
 */
export function emailFault(typed: string): string | null {
  const email = typed.trim();
  if (!EMAIL_PATTERN.test(email)) return EMAIL_SENTENCE;
  if (email.length > EMAIL_MAX) return `The email address takes at most ${EMAIL_MAX} characters`;
  if (hasHiddenCharacter(email))
    return `${EMAIL_SENTENCE}: this one holds a character that cannot be seen. Type it by hand`;
  const [local = '', domain = ''] = email.split('@');
  if (!LOCAL.test(local) || local.length > LOCAL_MAX)
    return `${EMAIL_SENTENCE}: before the @ it takes letters from a to z, digits and signs such as . _ + -, at most ${LOCAL_MAX}`;
  const labels = domain.split(LABELS);
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)))
    return `${EMAIL_SENTENCE}: after the @ it needs a domain such as example.com`;
  if (/^\d+$/.test(labels.at(-1) ?? ''))
    return `${EMAIL_SENTENCE}: after the @ it needs a domain, not an IP address`;
  if (!labels.every((label) => isOneScript(normalForm(label, 'NFKC', EMAIL_MAX))))
    return `${EMAIL_SENTENCE}: its domain mixes letters of several alphabets that look alike`;
  return null;
}

/** An address that mail will be sent to. Texts that merely look an account up take `EMAIL_PATTERN`. */
export const newEmail = z
  .string()
  .trim()
  .max(EMAIL_MAX, `The email address takes at most ${EMAIL_MAX} characters`)
  .regex(EMAIL_PATTERN, EMAIL_SENTENCE)
  .superRefine((email, context) => {
    const message = emailFault(email);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
