import type { Block, Document, Question, Section } from '@quorate/content/document';

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

/** Every section of a page, and every numbered step and every item with a name as a passage of its own. */
export function passagesOf(document: Document): Passage[] {
  return document.sections.flatMap((section) => [
    sectionPassage(document, section),
    ...section.blocks.flatMap((block) => stepPassages(document, section, block)),
    ...section.blocks.flatMap((block) => itemPassages(document, section, block)),
  ]);
}

/** @param page where the questions stand */
export function questionPassages(
  questions: readonly Question[],
  page: { path: string; title: string },
): Passage[] {
  return questions.map(({ id, question, answer }) => ({
    address: `${page.path}#${id}`,
    page: page.title,
    title: question,
    parts: sentencesOf(plainText(answer)),
    context: '',
  }));
}

/**
 * Inline marks as plain text: a link keeps its address.
 *
 * @example plainText('**Free:** [sign up](/signup)') // 'Free: sign up (/signup)'
 */
function plainText(marked: string): string {
  return marked
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)')
    .replaceAll('**', '')
    .replaceAll('`', '');
}

function sectionPassage(document: Document, section: Section): Passage {
  return {
    address: `${document.path}#${section.id}`,
    page: document.title,
    title: section.title,
    parts: [section.summary, ...section.blocks.flatMap(partsOf)],
    context: '',
  };
}

function stepPassages(document: Document, section: Section, block: Block): Passage[] {
  if (block.kind !== 'steps') return [];
  return block.steps.map(({ id, title, text }) => ({
    address: `${document.path}#${id}`,
    page: document.title,
    title,
    parts: sentencesOf(plainText(text)),
    context: section.title,
  }));
}

/** Items such as '**Risk per trade:** …'; they have no address of their own and lead to their section. */
function itemPassages(document: Document, section: Section, block: Block): Passage[] {
  if (block.kind !== 'list') return [];
  return block.items.flatMap((item) => {
    const [, name, text] = /^\*\*(.+?):\*\*\s*(.+)$/s.exec(item) ?? [];
    if (name === undefined || text === undefined) return [];
    return [
      {
        address: `${document.path}#${section.id}`,
        page: document.title,
        title: name,
        parts: [`${name}: ${plainText(text)}`],
        context: section.title,
      },
    ];
  });
}

function partsOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
    case 'notice':
      return sentencesOf(plainText(block.text));
    case 'list':
      return block.items.map(plainText);
    // Each step is a passage of its own.
    case 'steps':
      return [];
  }
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): string[] {
  const sentences = [''];
  for (const { segment } of SENTENCES.segment(text)) {
    // What no space follows ends no sentence: "/dashboard?tab=history".
    if (/\s$/.test(sentences.at(-1) ?? '')) sentences.push(segment);
    else sentences.push(`${sentences.pop()}${segment}`);
  }
  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}
