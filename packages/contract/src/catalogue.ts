import { z } from 'zod';

/**
 * A catalogue in `locales`, by the file that says its messages. A text of a document has no id: its English is what
 * it is looked up by.
 */
const catalogueFile = z.record(
  z.string(),
  z.array(z.object({ id: z.string().optional(), en: z.string(), text: z.string() })),
);

/** Texts by the ids of their messages, for Lingui: one in a list is letters only, and is filled in with nothing. */
export type Catalogue = Record<string, string | [string]>;

/**
 * What is translated in a catalogue.
 *
 * @param content of its file, as JSON has it
 * @throws ZodError when it is no catalogue
 */
export function catalogueOf(content: unknown): Catalogue {
  const entries = Object.values(catalogueFile.parse(content)).flat();
  return Object.fromEntries(
    entries
      .filter(({ text }) => text.trim() !== '')
      .map(({ id, en, text }) => (id === undefined ? [en, [text]] : [id, text])),
  );
}
