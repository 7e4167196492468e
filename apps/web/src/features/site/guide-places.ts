import type { Block, Document } from '@quorate/content/document';
import { guide } from './guide.ts';
import { plainText } from './inline-marks.ts';

/** A place of a document that can be found and linked to: a step, or a section. */
export type Place = {
  id: string;
  title: string;
  /** The section it stands in. */
  section: string;
  /** Everything it says, without marks. */
  text: string;
};

/** Every place of a document, in its order. What a section says outside of its steps counts as the section's. */
export function placesOf(document: Document): Place[] {
  return document.sections.flatMap((section) => {
    const steps = section.blocks.flatMap((block) => (block.kind === 'steps' ? block.steps : []));
    const words = [section.summary, ...section.blocks.flatMap(linesOf)].map(plainText);
    return [
      { id: section.id, title: section.title, section: section.title, text: words.join(' ') },
      ...steps.map((step) => ({
        id: step.id,
        title: step.title,
        section: section.title,
        text: plainText(step.text),
      })),
    ];
  });
}

export const GUIDE_PLACES = placesOf(guide);

/**
 * The places that have every word of the question, also as the beginning or middle of a longer word:
 * first those with all of them in their titles, then those that speak of them most often, otherwise in
 * the order of the document.
 *
 * @example findPlaces(placesOf(guide), 'token bar')[0]?.id // 'token-bar'
 */
export function findPlaces(places: readonly Place[], question: string): Place[] {
  const words = searchable(question.slice(0, QUESTION_MAX))
    .match(/[\p{L}\p{N}'%:.&-]+/gu)
    ?.slice(0, WORDS_MAX);
  if (!words) return [];
  return places
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ place }) => place);
}

/** A question that goes on is found by how it begins. */
const QUESTION_MAX = 200;
const WORDS_MAX = 16;
/** More than any text repeats a word. */
const TITLE_RANK = 1_000;

function rankOf(place: Place, words: readonly string[]): number {
  const text = searchable(`${place.title} ${place.section} ${place.text}`);
  const counts = words.map((word) => text.split(word).length - 1);
  if (counts.includes(0)) return 0;
  const title = searchable(place.title);
  const inTitle = words.every((word) => title.includes(word));
  return Math.min(...counts) + (inTitle ? TITLE_RANK : 0);
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'steps':
      return block.title === undefined ? [] : [block.title];
    case 'list':
      return block.items;
    case 'text':
    case 'notice':
      return [block.text];
  }
}

/** Without case and accents, and with the quotes of a keyboard for those of a printer. */
function searchable(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[’‘]/g, "'").toLowerCase();
}
