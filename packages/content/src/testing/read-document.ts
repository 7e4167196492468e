import assert from 'node:assert/strict';
import type { Block, Document } from '../document.ts';

export function expectWords(
  document: Document,
  sectionId: string,
  sentences: readonly string[],
): void {
  const section = document.sections.find(({ id }) => id === sectionId);
  assert.ok(section, `${document.path} has no section ${sectionId}`);
  const words = linesOf({ ...document, sections: [section] })
    .join('\n')
    .replaceAll('**', '');
  for (const sentence of sentences) {
    assert.ok(words.includes(sentence), `${document.path}#${sectionId} does not say: ${sentence}`);
  }
}

export function expectUnique(ids: readonly string[]): void {
  assert.deepEqual([...new Set(ids)], ids);
}

export function blocksOf(document: Document): Block[] {
  return document.sections.flatMap(({ blocks }) => blocks);
}

export function stepsOf(document: Document, sectionId: string) {
  const sections = document.sections.filter(({ id }) => id === sectionId);
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'steps' ? block.steps : [])),
  );
}

export function placesOf(document: Document): string[] {
  return document.sections.flatMap(({ id }) => [
    id,
    ...stepsOf(document, id).map((step) => step.id),
  ]);
}

/** Every line of text that a reader sees. */
export function linesOf(document: Document): string[] {
  return document.sections.flatMap(({ title, summary, blocks }) => [
    title,
    summary,
    ...blocks.flatMap(linesOfBlock),
  ]);
}

function linesOfBlock(block: Block): readonly string[] {
  switch (block.kind) {
    case 'list':
      return block.items;
    case 'steps':
      return [
        ...(block.title === undefined ? [] : [block.title]),
        ...block.steps.flatMap((step) => [step.title, step.text]),
      ];
    case 'text':
    case 'notice':
      return [block.text];
  }
}
