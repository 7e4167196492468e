import { TransNoContext } from '@lingui/react/server';
import { ExactI18n } from '@quorate/values/exact-i18n';
import { type ComponentProps, createElement, Fragment } from 'react';
import { LANGUAGE } from './language.ts';

/**
 * What every text goes through. The texts of the language at hand stand in the code itself: the build puts them
 * there (`tools/lingui-plugin.ts`), and no page needs a catalogue.
 */
export const i18n = new ExactI18n({ locale: LANGUAGE, messages: { [LANGUAGE]: {} } });

const lingui = { i18n, _: i18n._.bind(i18n), defaultComponent: undefined };

type TransProps = Omit<ComponentProps<typeof TransNoContext>, 'lingui'>;

/** A text with elements in it; written as `Trans` of `@lingui/react/macro`. */
export function Trans({ values, ...props }: TransProps) {
  return TransNoContext({ ...props, values: values && asText(values), lingui } as ComponentProps<
    typeof TransNoContext
  >);
}

/** Lingui looks for elements in the finished text: what people typed, such as `<b>`, must stay text. */
function asText(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<')
        ? createElement(Fragment, null, value)
        : value,
    ]),
  );
}

/**
 * A text that is data and no message, such as a paragraph of the guide: its English is its id, and braces and
 * apostrophes in it are letters. A catalogue holds it in the compiled form, too: `{ 'Setup Guide': ['Guía'] }`.
 */
export function sayText(text: string): string {
  // The compiled form, as `tools/lingui-plugin.ts` makes it; Lingui's types know only what macros are given.
  return i18n._(text, { text }, { message: [['text']] as unknown as string });
}
