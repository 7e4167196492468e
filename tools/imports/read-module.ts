import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

export type Import = {
  /** As written: './lots.ts', '@quorate/values/money', 'zod', 'node:fs'. */
  specifier: string;
  line: number;
};

export type Module = {
  path: string;
  /** Imports and re-exports, of types as of values: both tie files together. */
  imports: Import[];
  /** Lines that read the process's environment. */
  environmentReads: number[];
  /** Lines that ask the machine for the time of day. */
  clockReads: number[];
};

/** @throws Error when the file cannot be parsed */
export function readModule(file: SourceFile): Module {
  const { program, module, errors } = parseSync(file.path, file.text);
  const [fault] = errors;
  if (fault) throw new Error(`${file.path} cannot be parsed: ${fault.message}`);
  const lineOf = lineFinder(file.text);
  const imports: Import[] = [];
  const environmentReads: number[] = [];
  const clockReads: number[] = [];

  for (const { moduleRequest, entries } of module.staticImports) {
    imports.push({ specifier: moduleRequest.value, line: lineOf(moduleRequest.start) });
    const fromProcess = /^(node:)?process$/.test(moduleRequest.value);
    if (fromProcess && entries.some((entry) => entry.importName.name === 'env')) {
      environmentReads.push(lineOf(moduleRequest.start));
    }
  }
  for (const { moduleRequest } of module.staticExports.flatMap((each) => each.entries)) {
    if (moduleRequest)
      imports.push({ specifier: moduleRequest.value, line: lineOf(moduleRequest.start) });
  }
  const dynamicImport = (node: { start: number; source: Node }) => {
    if (node.source.type !== 'Literal' || typeof node.source.value !== 'string') return;
    imports.push({ specifier: node.source.value, line: lineOf(node.start) });
  };
  new Visitor({
    ImportExpression: dynamicImport,
    TSImportType: dynamicImport,
    MemberExpression(node) {
      if (isMember(node, 'process', 'env')) environmentReads.push(lineOf(node.start));
      if (isMember(node, 'Date', 'now') || isMember(node, 'Temporal', 'Now')) {
        clockReads.push(lineOf(node.start));
      }
    },
    VariableDeclarator(node) {
      if (node.init && isNamed(node.init, 'process') && takes(node.id, 'env')) {
        environmentReads.push(lineOf(node.start));
      }
    },
    NewExpression(node) {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0)
        clockReads.push(lineOf(node.start));
    },
    CallExpression(node) {
      // Without new, Date() is the time as text, whatever its arguments.
      if (isNamed(node.callee, 'Date')) clockReads.push(lineOf(node.start));
    },
  }).visit(program);

  return { path: file.path, imports: withoutRepeats(imports), environmentReads, clockReads };
}

/** `process` as it is, or as a property of globalThis. */
function isNamed(node: Node, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  return node.type === 'MemberExpression' && propertyName(node) === name;
}

function isMember(node: Node, object: string, property: string): boolean {
  if (node.type !== 'MemberExpression' || propertyName(node) !== property) return false;
  return isNamed(node.object, object);
}

function propertyName(node: Extract<Node, { type: 'MemberExpression' }>): string | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
  const { property } = node;
  return property.type === 'Literal' && typeof property.value === 'string'
    ? property.value
    : undefined;
}

function takes(pattern: Node, name: string): boolean {
  if (pattern.type !== 'ObjectPattern') return false;
  return pattern.properties.some((each) => each.type === 'Property' && isNamed(each.key, name));
}

function withoutRepeats(imports: Import[]): Import[] {
  return [...new Map(imports.map((each) => [`${each.specifier}\n${each.line}`, each])).values()];
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}
