/** The variables that an environment file sets; lines that are comments set none. */
export function readVariables(text: string): Record<string, string> {
  const lines = text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}
