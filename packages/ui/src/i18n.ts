import { TransNoContext } from '@lingui/react/server';
import { ExactI18n } from '@quorate/values/exact-i18n';
import type { ComponentProps } from 'react';

/**
 * What every text goes through. The language is fixed while a page is open: texts that are made when a module is
 * read are as good as any other. English stands in the code itself and needs no catalog.
 */
export const i18n = new ExactI18n({ locale: 'en', messages: { en: {} } });

const lingui = { i18n, _: i18n._.bind(i18n), defaultComponent: undefined };

/** A text with elements in it; written as `Trans` of `@lingui/react/macro`. */
export function Trans(props: Omit<ComponentProps<typeof TransNoContext>, 'lingui'>) {
  return TransNoContext({ ...props, lingui } as ComponentProps<typeof TransNoContext>);
}

/**
 * A text that is data and no message, such as a paragraph of the guide: its English is its id, and braces and
 * apostrophes in it are letters. A catalogue holds it in the compiled form, too: `{ 'Setup Guide': ['Guía'] }`.
 */
export function sayText(text: string): string {
  // The compiled form, as `tools/lingui-plugin.ts` makes it; Lingui's types know only what macros are given.
  return i18n._(text, { text }, { message: [['text']] as unknown as string });
}
