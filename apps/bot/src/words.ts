import { msg, type plural } from '@lingui/core/runtime-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { ExactI18n } from '@quorate/values/exact-i18n';

export { plural } from '@lingui/core/runtime-macro';

/** The one place that says which language bot and app speak: it is fixed before any other module is read. */
const LOCALE = 'en';

const i18n = new ExactI18n({ locale: LOCALE, messages: { [LOCALE]: {} } }).setMessagesCompiler(
  compileMessage,
);

/** A value under the name that catalogues have in its place, or a count with its words. */
type Placeholder = Readonly<Record<string, unknown>> | ReturnType<typeof plural>;

/**
 * A sentence for people, in their language. Each value stands under a name, which catalogues have in its place.
 *
 * @example t`There is no configuration ${{ name }}.`
 * @example t`${plural({ count }, { one: '# trade', other: '# trades' })} closed.`
 */
export function t(literals: TemplateStringsArray, ...values: Placeholder[]): string {
  // An apostrophe right before a value would make letters of the value's place.
  const parts = literals.map((part, at) => (at < values.length ? part.replace(/'$/, "''") : part));
  return i18n._(msg(Object.assign(parts, { raw: literals.raw }), ...values));
}
