import { stripVTControlCharacters } from 'node:util';

const CHARACTERS_MAX = 600;

/**
 * What a failed test has to say for itself, on lines below its name: where a run is read from its end, or
 * nothing but its end was kept, a name alone helps nobody.
 *
 * @param said what its runner reported, such as a message and a stack; undefined when nothing
 * @returns '' where nothing was said
 */
export function reasonOf(said: string | undefined): string {
  const lines = stripVTControlCharacters(said ?? '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const text = lines.map((line) => `\n    ${line}`).join('');
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)} …` : text;
}
