import MiniSearch from 'minisearch';
import type { Passage } from './passages.ts';
import { related } from './related-words.ts';
import { termsOf } from './words.ts';

/** A passage that answers. `score` compares passages of one search only; `terms` are those it was found by. */
export type Found = Readonly<{
  passage: Passage;
  score: number;
  terms: ReadonlySet<string>;
  /** Most of the question was found in it, or the question is like an example of it. */
  isSure: boolean;
}>;

export type Search = {
  /** Best first; empty when no passage speaks of what is asked. */
  find(question: string): readonly Found[];
  /** Whether the library uses this stem at all. */
  knows(term: string): boolean;
};

type Hit = { score: number; terms: readonly string[] };
const NOTHING: ReadonlyMap<number, Hit> = new Map();

const BOOST = { title: 2.2, text: 1, context: 1.5 } as const;
/** A word that only stands near what was asked counts less than the word itself. */
const RELATED_WEIGHT = 0.45;
/** Words this long may be misspelt by one letter in five; what a search costs grows with their square. */
const FUZZY_FROM = 5;
const FUZZY_TO = 16;
const FUZZINESS = 0.2;
const FUZZY_WEIGHT = 0.7;
/** A long message is searched by its first words. */
const TERMS_MAX = 40;
/** What was not looked up by then counts as not found: others wait while a search runs. */
const SEARCH_MS = 50;
/** Below this share of a question's weight, what was found is chance; a long story may hold less of it. */
const COVERAGE_MIN = 0.4;
const STORY_COVERAGE_MIN = 0.25;
const STORY_HITS_MIN = 3;
/** Below it, whoever is answered is told that this may be another matter. */
const SURE_FROM = 0.7;
/** How much a question must be like an example to be taken for the same. */
const LIKENESS_MIN = 0.6;

/**
 * Builds the index of a library, once; a search takes a few milliseconds at most.
 *
 * @param nowMs a clock that never goes back, for the time a search may take
 */
export function createSearch(
  library: readonly Passage[],
  nowMs: () => number = () => performance.now(),
): Search {
  const index = new MiniSearch<{ id: number; title: string; text: string; context: string }>({
    fields: ['title', 'text', 'context'],
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  index.addAll(
    library.map(({ title, parts, context }, id) => ({ id, title, text: parts.join(' '), context })),
  );
  const frequency = documentFrequency(library);
  const knows = (term: string) => frequency.has(term);
  const weightOf = (term: string) => Math.log(1 + library.length / (frequency.get(term) ?? 1));

  const lookUp = (term: string, weight: number, fuzzy: boolean): [number, Hit][] =>
    index
      .search(term, {
        tokenize: (text) => [text],
        processTerm: (text) => text,
        boost: BOOST,
        fuzzy: fuzzy && FUZZINESS,
        weights: { fuzzy: FUZZY_WEIGHT, prefix: 1 },
      })
      .map(({ id, score, terms }) => [id as number, { score: score * weight, terms }]);

  /** Each passage's best hit for one word of the question, itself or a relative of it. */
  const hitsOf = (term: string): Map<number, Hit> => {
    const others = related(term).filter((other) => other !== term && knows(other));
    const misspelt =
      !knows(term) && others.length === 0 && term.length >= FUZZY_FROM && term.length <= FUZZY_TO;
    const best = new Map<number, Hit>();
    const all = [
      ...lookUp(term, 1, misspelt),
      ...others.flatMap((other) => lookUp(other, RELATED_WEIGHT, false)),
    ];
    for (const [id, hit] of all) {
      const known = best.get(id);
      const terms = [...(known?.terms ?? []), ...hit.terms];
      best.set(id, { score: Math.max(known?.score ?? 0, hit.score), terms });
    }
    return best;
  };

  const find = (question: string): Found[] => {
    const asked = [...new Set(termsOf(question))].slice(0, TERMS_MAX);
    const endsAt = nowMs() + SEARCH_MS;
    const hits = asked.map((term) => ({
      weight: weightOf(term),
      byPassage: nowMs() < endsAt ? hitsOf(term) : NOTHING,
    }));
    const whole = hits.reduce((sum, { weight }) => sum + weight, 0);
    return library
      .flatMap((passage, id) => {
        const own = hits.flatMap(({ weight, byPassage }) => {
          const hit = byPassage.get(id);
          return hit ? [{ weight, hit }] : [];
        });
        const coverage = own.reduce((sum, { weight }) => sum + weight, 0) / whole;
        const least = own.length >= STORY_HITS_MIN ? STORY_COVERAGE_MIN : COVERAGE_MIN;
        if (own.length === 0 || coverage < least) return [];
        const score = coverage * own.reduce((sum, { hit }) => sum + hit.score, 0);
        const terms = new Set(own.flatMap(({ hit }) => hit.terms));
        return [{ passage, score, terms, isSure: coverage >= SURE_FROM }];
      })
      .toSorted((a, b) => b.score - a.score);
  };
  const examples = library.flatMap((passage) =>
    (passage.asked ?? []).map((asked) => ({ passage, terms: new Set(termsOf(asked)) })),
  );
  /** What the question and an example share of both, 0 to 1. */
  const likeness = (asked: ReadonlySet<string>, example: ReadonlySet<string>): number => {
    const weigh = (terms: Iterable<string>) =>
      [...terms].reduce((sum, term) => sum + weightOf(term), 0);
    const near = (term: string) => related(term).some((other) => asked.has(other));
    const same = [...example].filter((term) => asked.has(term));
    const kin = [...example].filter((term) => !asked.has(term) && near(term));
    return (2 * weigh(same) + 2 * RELATED_WEIGHT * weigh(kin)) / (weigh(asked) + weigh(example));
  };
  const intended = (question: string): Found | undefined => {
    const asked = new Set(termsOf(question).slice(0, TERMS_MAX));
    const [best] = examples
      .map(({ passage, terms }) => ({ passage, terms, score: likeness(asked, terms) }))
      .filter(({ score }) => score >= LIKENESS_MIN)
      .toSorted((a, b) => b.score - a.score);
    return best && { ...best, score: 1_000 * best.score, isSure: true };
  };
  return {
    knows,
    find(question) {
      const meant = intended(question);
      const found = find(question);
      return meant ? [meant, ...found.filter(({ passage }) => passage !== meant.passage)] : found;
    },
  };
}

/** In how many passages each stem stands. */
function documentFrequency(library: readonly Passage[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const { title, parts, context } of library) {
    for (const term of new Set(termsOf([title, ...parts, context].join(' ')))) {
      frequency.set(term, (frequency.get(term) ?? 0) + 1);
    }
  }
  return frequency;
}
