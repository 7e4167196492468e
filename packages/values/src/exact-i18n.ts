import { I18n, type MessageDescriptor, type MessageOptions, type Values } from '@lingui/core';

/**
 * Lingui, with values to the letter. Lingui itself takes `\x64` in a text for an escape, also where it is part of a
 * value: of the folder C:\Tools\x64 it makes C:\Toolsd.
 */
export class ExactI18n extends I18n {
  override _(message: MessageDescriptor): string;
  override _(id: string, values?: Values, options?: MessageOptions): string;
  override _(id: string | MessageDescriptor, values?: Values, options?: MessageOptions): string {
    if (typeof id === 'string') return shown(super._(id, hidden(values), options));
    return shown(super._({ ...id, values: hidden(id.values ?? values) }));
  }
}

/** A letter for private use: nothing that people write has it. */
const BACKSLASH = '\uF05C';

function hidden(values: Values = {}): Values {
  const hide = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(value)]));
}

function shown(text: string): string {
  return text.replaceAll(BACKSLASH, '\\');
}
