import { WHO } from '../own-words.ts';
import type { Found } from '../search.ts';

/** The site's own addresses; all others are out of a cleaned text. */
const ADDRESS = /(?<![\p{L}\p{N}/])\/[a-z][a-z-]*(?:#[a-z0-9-]+)?/gu;
const FURTHER_MAX = 4;

/** Closes an answer with where it is from and who wrote it. */
export function withSources(
  text: string,
  { found, cut }: { found: readonly Found[]; cut: boolean },
): string {
  const said = cut ? `${text.replace(/[^.!?\n]*$/, '').trim() || text.trim()} …` : text.trim();
  const cited = [...new Set(said.match(ADDRESS))].slice(0, FURTHER_MAX);
  const [best] = found;
  const sources = cited.length > 0 ? cited : best ? [best.passage.address] : [];
  const from = sources.length > 0 ? `From: ${sources.join(', ')}` : 'People answer at /contact';
  return [said, from, WHO.model].join('\n\n');
}
