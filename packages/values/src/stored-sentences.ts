/**
 * A sentence in English with its translation. Places such as `{symbol}` stand in both. `{side}` is BUY or SELL,
 * `{clock}` a time such as 17:00, `{message}` whole sentences, `{cell}` what stands in a file, which may be nothing;
 * anything else is within one sentence.
 */
export type StoredPair = readonly [english: string, translated: string];

type Pattern = Readonly<{
  /** What stands around the places, one more than there are places. */
  around: readonly string[];
  places: readonly string[];
  translated: string;
}>;

type Found = string | undefined;

/** Nothing that is stored is longer; what is, is not looked at. */
const LONGEST = 2_000;
const REMEMBERED = 500;
const PLACE = /\{(\w+)\}/;
const KINDS: Readonly<Record<string, RegExp>> = {
  side: /^(BUY|SELL)$/,
  clock: /^\d\d:\d\d$/,
  message: /./,
  cell: /^/,
};
/** Where one sentence, or half of one, ends and the next begins. */
const BREAK = /(?<=[.;]) /;

/**
 * Says in another language what was stored in English: whole, or sentence by sentence. What is not known stays as
 * it is.
 *
 * @param sentences what may stand alone
 * @param parts what stands in a place of a sentence
 * @example storedTranslator([['The limit is {limit}.', 'El límite es {limit}.']])('The limit is 36.') // 'El límite es 36.'
 */
export function storedTranslator(
  sentences: readonly StoredPair[],
  parts: readonly StoredPair[] = [],
): (text: string) => string {
  const ofSentence = finder(sentences);
  const ofPlace = finder([...parts, ...sentences]);
  const known = new Map<string, string>();

  const whole = (text: string, find: typeof ofSentence): Found => {
    const found = find(text);
    return (
      found &&
      filled(found, (value, place) =>
        place === 'message' ? said(value) : (whole(value, ofPlace) ?? value),
      )
    );
  };

  /** The longest run of sentences that is known, again and again. */
  const inRuns = (text: string): string => {
    const all = text.split(BREAK);
    const runs: string[] = [];
    for (let from = 0; from < all.length; ) {
      let to = Math.min(all.length, from + 4);
      let run: Found;
      for (; to > from; to -= 1) {
        const words = all.slice(from, to).join(' ');
        run = whole(words, ofSentence) ?? withoutEnd(words, (rest) => whole(rest, ofSentence));
        if (run !== undefined) break;
      }
      runs.push(run ?? all[from] ?? '');
      from = Math.max(to, from + 1);
    }
    return runs.join(' ');
  };

  const said = (text: string): string => whole(text, ofSentence) ?? inRuns(text);

  return (text) => {
    if (text === '' || text.length > LONGEST) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    const now = said(text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, now);
    return now;
  };
}

/** `x is wrong; y is wrong`: each but the last has a semicolon more than alone. */
function withoutEnd(words: string, say: (rest: string) => Found): Found {
  const said = words.endsWith(';') ? say(words.slice(0, -1)) : undefined;
  return said && `${said};`;
}

type Match = Readonly<{ translated: string; values: ReadonlyMap<string, string> }>;

function finder(pairs: readonly StoredPair[]): (text: string) => Match | undefined {
  const letters = new Map(pairs.filter(([english]) => !PLACE.test(english)));
  const patterns = pairs
    .filter(([english]) => PLACE.test(english))
    .map(([english, translated]) => patternOf(english, translated))
    // The one that says most is meant.
    .toSorted((a, b) => lettersIn(b) - lettersIn(a));
  return (text) => {
    const translated = letters.get(text);
    if (translated !== undefined) return { translated, values: new Map() };
    for (const pattern of patterns) {
      const values = valuesIn(text, pattern);
      if (values) return { translated: pattern.translated, values };
    }
    return undefined;
  };
}

function patternOf(english: string, translated: string): Pattern {
  // Every second one is a place.
  const pieces = english.split(PLACE);
  return {
    around: pieces.filter((_, at) => at % 2 === 0),
    places: pieces.filter((_, at) => at % 2 === 1),
    translated,
  };
}

function lettersIn({ around }: Pattern): number {
  return around.reduce((sum, each) => sum + each.length, 0);
}

/** Each value is as short as what follows lets it be: nothing is tried twice, whoever wrote the text. */
function valuesIn(text: string, { around, places }: Pattern): Map<string, string> | undefined {
  if (!text.startsWith(around[0] ?? '')) return undefined;
  const values = new Map<string, string>();
  let at = (around[0] ?? '').length;
  for (const [index, place] of places.entries()) {
    const next = around[index + 1] ?? '';
    const isLast = index === places.length - 1;
    const end = isLast ? text.length - next.length : text.indexOf(next, at);
    if (end < at || (isLast && !text.endsWith(next))) return undefined;
    const value = text.slice(at, end);
    if (!(KINDS[place]?.test(value) ?? (value !== '' && !BREAK.test(value)))) return undefined;
    values.set(place, value);
    at = end + next.length;
  }
  return values;
}

function filled(
  { translated, values }: Match,
  say: (value: string, place: string) => string,
): string {
  return translated.replaceAll(/\{(\w+)\}/g, (whole, place: string) => {
    const value = values.get(place);
    return value === undefined ? whole : say(value, place);
  });
}
