import MiniSearch from 'minisearch';
import { createSpell, related, SAME_AS, termsOf, WITH_KIN } from './words.ts';

/** A piece of the site that can answer a question: what it says and where it stands. */
export type Passage = Readonly<{
  /** Path and section: /guide#install-mt5. */
  address: string;
  /** The page as its reader knows it. */
  page: string;
  title: string;
  /** What it says, in the pieces that may be quoted. */
  parts: readonly string[];
  /** Further words it is found by: what it stands under. */
  context: string;
  /** Examples of how it is asked; a question that is like one is answered by it. */
  asked?: readonly string[];
}>;

/** A passage that answers. `score` compares passages of one search only; `terms` are those it was found by. */
export type Found = Readonly<{
  passage: Passage;
  score: number;
  terms: ReadonlySet<string>;
  /** Most of the question was found in it, and it has an example that is like the question. */
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

const FIELDS = ['title', 'text', 'context', 'asked'] as const;
const BOOST = { title: 2.2, text: 1, context: 1.5, asked: 1.5 } as const;
/** A word that only stands near what was asked counts less than the word itself. */
const RELATED_WEIGHT = 0.6;
/** A question that is just like an example of a passage makes its score so many times larger, and once more. */
const EXAMPLE_GAIN = 3;
/** A long message is searched by its first words. */
const TERMS_MAX = 40;
/** What was not looked up by then counts as not found: others wait while a search runs. */
const SEARCH_MS = 50;
/** Less of a question's weight is chance, as is not much more where no example is like it. */
const COVERAGE_MIN = 0.4;
const COVERAGE_AND_LIKENESS_MIN = 1.05;
/** With less of either, whoever is answered is told that this may be another matter. */
const SURE_COVERAGE_MIN = 0.8;
const SURE_LIKENESS_MIN = 0.5;

/**
 * Builds the index of a library, once; a search takes a few milliseconds at most.
 *
 * @param nowMs a clock that never goes back, for the time a search may take
 */
export function createSearch(
  library: readonly Passage[],
  nowMs: () => number = () => performance.now(),
): Search {
  const index = new MiniSearch<Record<(typeof FIELDS)[number], string> & { id: number }>({
    fields: [...FIELDS],
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  index.addAll(
    library.map(({ title, parts, context, asked = [] }, id) => ({
      id,
      title,
      text: parts.join(' '),
      context,
      asked: asked.join(' '),
    })),
  );
  const frequency = documentFrequency(library);
  const knows = (term: string) => frequency.has(term);
  const weightOf = (term: string) => Math.log(1 + library.length / (frequency.get(term) ?? 1));
  const spell = createSpell([...frequency.keys(), ...SAME_AS.keys(), ...WITH_KIN]);
  const spelt = (term: string): readonly string[] => {
    const known = spell(term);
    return SAME_AS.get(known) ?? [known];
  };
  const isKnown = (term: string) => knows(term) || related(term).length > 0;

  const lookUp = (term: string, weight: number): [number, Hit][] =>
    index
      .search(term, { tokenize: (text) => [text], processTerm: (text) => text, boost: BOOST })
      .map(({ id, score }) => [id as number, { score: score * weight, terms: [term] }]);

  /** Each passage's best hit for one word of the question, itself or a relative of it. */
  const lookUpKin = (term: string): ReadonlyMap<number, Hit> => {
    const others = related(term).filter((other) => other !== term && knows(other));
    const best = new Map<number, Hit>();
    for (const [id, hit] of [
      ...(knows(term) ? lookUp(term, 1) : []),
      ...others.flatMap((other) => lookUp(other, RELATED_WEIGHT)),
    ]) {
      const known = best.get(id);
      const terms = [...(known?.terms ?? []), ...hit.terms];
      best.set(id, { score: Math.max(known?.score ?? 0, hit.score), terms });
    }
    return best;
  };
  /** Of the words that the library or the list of relatives knows, so it cannot grow without end. */
  const lookedUp = new Map<string, ReadonlyMap<number, Hit>>();
  const hitsOf = (term: string): ReadonlyMap<number, Hit> => {
    if (!isKnown(term)) return NOTHING;
    const before = lookedUp.get(term);
    if (before) return before;
    const hits = lookUpKin(term);
    lookedUp.set(term, hits);
    return hits;
  };

  const weigh = (terms: Iterable<string>) =>
    [...terms].reduce((sum, term) => sum + weightOf(term), 0);
  const examples = library.map(({ title, asked = [] }) =>
    [title, ...asked].map((example) => {
      const terms = [...new Set(termsOf(example))];
      return { terms, weight: weigh(terms) };
    }),
  );
  /** What the question and the example of a passage that is most like it share of both, 0 to 1. */
  const likenessOf = (id: number, asked: ReadonlySet<string>, askedWeight: number): number => {
    const worth = (term: string) => {
      if (asked.has(term)) return weightOf(term);
      return related(term).some((other) => asked.has(other)) ? RELATED_WEIGHT * weightOf(term) : 0;
    };
    const shares = (examples[id] ?? []).map(
      ({ terms, weight }) =>
        (2 * terms.reduce((sum, term) => sum + worth(term), 0)) / (askedWeight + weight),
    );
    return Math.max(0, ...shares);
  };

  const find = (question: string): Found[] => {
    const endsAt = nowMs() + SEARCH_MS;
    const words = termsOf(question).slice(0, TERMS_MAX);
    const asked = new Set(
      words.flatMap((term) => (isKnown(term) || nowMs() >= endsAt ? [term] : spelt(term))),
    );
    const hits = [...asked].map((term) => ({
      weight: weightOf(term),
      byPassage: nowMs() < endsAt ? hitsOf(term) : NOTHING,
    }));
    const whole = weigh(asked);
    return library
      .flatMap((passage, id) => {
        const own = hits.flatMap(({ weight, byPassage }) => {
          const hit = byPassage.get(id);
          return hit ? [{ ...hit, weight }] : [];
        });
        if (own.length === 0) return [];
        const coverage = own.reduce((sum, { weight }) => sum + weight, 0) / whole;
        const like = likenessOf(id, asked, whole);
        const isCovered = coverage >= SURE_COVERAGE_MIN;
        const isLikely = coverage >= COVERAGE_MIN && coverage + like >= COVERAGE_AND_LIKENESS_MIN;
        if (!isCovered && !isLikely) return [];
        const text = coverage * own.reduce((sum, { score }) => sum + score, 0);
        const terms = new Set(own.flatMap(({ terms }) => terms));
        return [
          {
            passage,
            score: text * (1 + EXAMPLE_GAIN * like ** 2),
            terms,
            isSure: isCovered && like >= SURE_LIKENESS_MIN,
          },
        ];
      })
      .toSorted((a, b) => b.score - a.score);
  };
  return { knows, find };
}

/** In how many passages each stem stands. */
function documentFrequency(library: readonly Passage[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const { title, parts, context, asked = [] } of library) {
    for (const term of new Set(termsOf([title, ...parts, context, ...asked].join(' ')))) {
      frequency.set(term, (frequency.get(term) ?? 0) + 1);
    }
  }
  return frequency;
}
