import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { CatalogueFile, Entry } from './catalogue-file.ts';

/** What is wrong with a catalogue: texts without a translation, and translations that lost a part of the English. */
export function faultsOf(file: CatalogueFile): string[] {
  return Object.entries(file).flatMap(([name, entries]) =>
    entries.flatMap((entry) => {
      const fault = faultOf(entry);
      return fault === null ? [] : [`${name}: ${fault}: ${entry.en}`];
    }),
  );
}

function faultOf({ id, en, text }: Entry): string | null {
  if (text.trim() === '') return 'not translated';
  if (spacesOf(text) !== spacesOf(en)) return 'begins or ends with other spaces';
  const partsOf = id === undefined ? marksOf : placesOf;
  const [lost] = differences(partsOf(en), partsOf(text));
  return lost === undefined ? null : `“${lost}” is missing or one too many`;
}

const spacesOf = (text: string) => `${/^\s*/.exec(text)?.[0]}|${/\s*$/.exec(text)?.[0]}`;

/** Values, choices and elements of a message, each as often as it stands there. */
function placesOf(message: string): string[] {
  const elements = message.match(/<\/?\d+\/?>/g) ?? [];
  const compiled = compileMessage(message);
  return [...elements, ...new Set(namesIn(Array.isArray(compiled) ? compiled : []))].sort();
}

function namesIn(tokens: readonly unknown[]): string[] {
  return tokens.flatMap((token) => {
    if (!Array.isArray(token)) return [];
    const [name, kind = '', choices] = token as [string, string?, unknown?];
    const chosen = typeof choices === 'object' && choices !== null ? Object.entries(choices) : [];
    return [
      `{${name}${kind && `, ${kind}`}}`,
      ...chosen.map(([key]) => `{${name}, ${key}}`),
      ...chosen.flatMap(([, part]) => namesIn(Array.isArray(part) ? part : [])),
    ];
  });
}

/** Addresses, places to fill in and emphasis of a document. */
function marksOf(text: string): string[] {
  return (text.match(/\{\{?\w+\}?\}|\]\([^)]*\)|\*\*|`/g) ?? []).sort();
}

function differences(one: readonly string[], other: readonly string[]): string[] {
  const names = [...new Set([...one, ...other])];
  const count = (all: readonly string[], name: string) =>
    all.filter((each) => each === name).length;
  return names.filter((name) => count(one, name) !== count(other, name));
}
