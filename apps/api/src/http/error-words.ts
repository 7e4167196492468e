import { ERRORS, type ErrorCode, type ErrorDetails } from '@quorate/contract/errors';
import type { I18n } from '../words/i18n.ts';

/** The sentence of an error in its reader's language; a `{name}` that has no detail stays as it is. */
export function errorWords({ t }: I18n, code: ErrorCode, details: ErrorDetails = {}): string {
  const { message } = ERRORS[code];
  const names = Array.from(message.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const values = Object.fromEntries(names.map((name) => [name, details[name] ?? `{${name}}`]));
  return t({ id: `error.${code}`, message, values });
}
