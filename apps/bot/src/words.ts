import { msg } from '@lingui/core/runtime-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { ExactI18n } from '@quorate/values/exact-i18n';

export { plural } from '@lingui/core/runtime-macro';

/** The one place that says which language bot and app speak: it is fixed before any other module is read. */
const LOCALE = 'en';

const i18n = new ExactI18n({ locale: LOCALE, messages: { [LOCALE]: {} } }).setMessagesCompiler(
  compileMessage,
);

type Placeholder = Parameters<typeof msg>[1];

/**
 * A sentence for people, in their language. Each value stands under a name, which catalogues have in its place.
 *
 * @example t`There is no configuration ${{ name }}.`
 * @example t`${plural({ count }, { one: '# trade', other: '# trades' })} closed.`
 */
export function t(literals: TemplateStringsArray, ...values: Placeholder[]): string {
  return i18n._(msg(literals, ...values));
}
