import type { Prompt } from '../command-line/prompt.ts';
import { fieldOf, PROFILE_FIELDS, typedText, typedValue, withField } from './profile-fields.ts';

type Document = Readonly<Record<string, unknown>>;

/**
 * Asks for the fields one after the other; an empty answer keeps what is there or the field's default. An
 * answer that is not right is asked again.
 */
export async function askProfile(
  prompt: Prompt,
  say: (line: string) => void,
  document: Document,
): Promise<Document> {
  let filled = document;
  for (const field of PROFILE_FIELDS.filter(({ asked }) => asked)) {
    const now = fieldOf(filled, field.path);
    const absent = field.schema.safeParse(undefined);
    const kept = now === undefined && absent.success ? absent.data : now;
    const shown = kept === undefined ? '' : ` [${typedText(kept)}]`;
    for (;;) {
      const text = await prompt.ask(`${capital(field.what)}${shown}: `);
      if (text === '' && kept !== undefined) break;
      const value = typedValue(field, text);
      const checked = field.schema.safeParse(value);
      if (checked.success) {
        filled = withField(filled, field.path, value);
        break;
      }
      say(text === '' ? 'This one is needed.' : `"${text}": ${checked.error.issues[0]?.message}`);
    }
  }
  return filled;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
