/** A pattern of `like` for whatever holds a text, its own signs taken as they are. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
