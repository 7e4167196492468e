import type { Block, Document, Question } from './document.ts';
import type { HelpAnswer } from './help-answer.ts';

/** Gives a text in the reader's language. The English text is what it is looked up by. */
export type Say = (text: string) => string;

/**
 * The same document in the reader's language. Places, paths and tones stay as they are.
 *
 * @example translated(GUIDE, (text) => CATALOG[text] ?? text)
 */
export function translated(document: Document, say: Say): Document {
  return {
    ...document,
    title: say(document.title),
    ...(document.effective === undefined ? {} : { effective: say(document.effective) }),
    sections: document.sections.map((section) => ({
      ...section,
      title: say(section.title),
      summary: say(section.summary),
      blocks: section.blocks.map((block) => translatedBlock(block, say)),
    })),
  };
}

function translatedBlock(block: Block, say: Say): Block {
  switch (block.kind) {
    case 'list':
      return { ...block, items: block.items.map((item) => say(item)) };
    case 'steps': {
      const steps = block.steps.map((step) => ({
        ...step,
        title: say(step.title),
        text: say(step.text),
        ...(step.picture === undefined ? {} : { picture: say(step.picture) }),
      }));
      return {
        ...block,
        ...(block.title === undefined ? {} : { title: say(block.title) }),
        steps,
      };
    }
    case 'text':
    case 'notice':
      return { ...block, text: say(block.text) };
  }
}

export function translatedQuestions(questions: readonly Question[], say: Say): Question[] {
  return questions.map((each) => ({
    ...each,
    question: say(each.question),
    answer: say(each.answer),
  }));
}

/** Also how it is asked, which an assistant of another language has to understand. */
export function translatedHelp(answers: readonly HelpAnswer[], say: Say): HelpAnswer[] {
  return answers.map((each) => ({
    ...each,
    title: say(each.title),
    answer: say(each.answer),
    asked: each.asked.map((asked) => say(asked)),
  }));
}
