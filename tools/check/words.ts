import { parseSync, Visitor } from 'oxc-parser';

/** Phrases of a private English, and what a trader would say. */
const PHRASES: readonly Readonly<{ phrase: RegExp; instead: string }>[] = [
  { phrase: /\banew\b/gi, instead: 'again' },
  { phrase: /\bby (it|them)(self|selves)\b/gi, instead: 'automatically' },
  { phrase: /\bwhoever\b/gi, instead: 'name the person, or "anyone who"' },
  { phrase: /\bsomebody\b/gi, instead: 'name the person, or "someone"' },
  { phrase: /\bheard of\b/gi, instead: 'offline, last seen, back online' },
  { phrase: /\btaken in\b/gi, instead: 'processed' },
  { phrase: /\b(is|are|was|were) told\b/gi, instead: 'notify, or name who sends what' },
  { phrase: /\bhappenings?\b/gi, instead: 'event' },
  { phrase: /\b(falls?|fell|is|are) silent\b/gi, instead: 'offline' },
  { phrase: /\bone[’']s own\b/gi, instead: 'your own' },
  { phrase: /\b(asked|asks) for anew\b/gi, instead: 're-fetched' },
  { phrase: /\bgoes well again\b/gi, instead: 'works again' },
];

export type Finding = Readonly<{ file: string; line: number; phrase: string; instead: string }>;

/** Findings in a page of Markdown. */
export function findInPage(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => find(file, index + 1, line));
}

/** Findings in what a program shows or writes: texts of several words and JSX, not names and comments. */
export function findInSource(file: string, text: string): Finding[] {
  const found: Finding[] = [];
  const look = (start: number, words: string) => {
    if (words.trim().includes(' ')) found.push(...find(file, lineAt(text, start), words));
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') look(node.start, node.value);
    },
    TemplateElement(node) {
      look(node.start, node.value.raw);
    },
    JSXText(node) {
      look(node.start, node.value);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

function find(file: string, firstLine: number, text: string): Finding[] {
  return PHRASES.flatMap(({ phrase, instead }) =>
    [...text.matchAll(phrase)].map((match) => ({
      file,
      line: firstLine + lineAt(text, match.index) - 1,
      phrase: match[0],
      instead,
    })),
  );
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
