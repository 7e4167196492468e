import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type NodePath, parseAsync, type types as t, traverse } from '@babel/core';
import { STORED_NAMES, STORED_PARTS, STORED_SENTENCES } from '@quorate/trading/stored-sentences';
import { fromRoot } from '../root.ts';

const files = Object.keys(STORED_SENTENCES).filter((file) => !(file in STORED_NAMES));
/** Of all patterns: some sentences are made of pieces of two files. */
const patterns = [STORED_SENTENCES, STORED_PARTS]
  .flatMap((stored) => Object.values(stored).flat())
  .map((pattern) => pattern.replaceAll(/\{\w+\}/g, '\u0000').toLowerCase());

/** The words around the values of a file's templates, but for faults, log lines and the handbook. */
async function piecesOf(file: string): Promise<string[]> {
  const code = readFileSync(fromRoot(file), 'utf8');
  const ast = await parseAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
  });
  assert.ok(ast);
  const pieces: string[] = [];
  traverse(ast, {
    NewExpression(path: NodePath<t.NewExpression>) {
      const { callee } = path.node;
      if (callee.type === 'Identifier' && /^(Value)?Error$/.test(callee.name)) path.skip();
    },
    CallExpression(path: NodePath<t.CallExpression>) {
      const { callee } = path.node;
      if (callee.type === 'Identifier' && /^(notify|tell)$/.test(callee.name)) path.skip();
    },
    ObjectProperty(path: NodePath<t.ObjectProperty>) {
      const { key } = path.node;
      if (key.type === 'Identifier' && key.name === 'refusedWhen') path.skip();
    },
    // The catalogue has these, and they are translated where they are written.
    TaggedTemplateExpression(path: NodePath<t.TaggedTemplateExpression>) {
      const { tag } = path.node;
      if (tag.type === 'Identifier' && tag.name === 't') path.skip();
    },
    TemplateLiteral({ node }: NodePath<t.TemplateLiteral>) {
      for (const { value } of node.quasis)
        for (const sentence of (value.cooked ?? '').split(/(?<=[.;]) /)) {
          const piece = sentence.replace(/^[%.,;: ]+/, '').trim();
          if (/[a-z]{2,} +[a-z]{2,}/i.test(piece)) pieces.push(piece);
        }
    },
  });
  return pieces;
}

describe('the words of sentences that are stored', () => {
  for (const file of files)
    it(`stand in a pattern as they stand in ${file}`, async () => {
      for (const piece of await piecesOf(file))
        assert.ok(
          patterns.some((pattern) => pattern.includes(piece.toLowerCase())),
          `“${piece}” of ${file} is in no pattern of packages/trading/src/stored-sentences.ts`,
        );
    });

  it('are looked for in files that have some', async () => {
    const all = (await Promise.all(files.map(piecesOf))).flat();
    assert.ok(all.length > 200, `${all.length}`);
  });
});
