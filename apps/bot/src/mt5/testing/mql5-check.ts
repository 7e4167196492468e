import {
  BUILTINS,
  CONSTANTS,
  listed,
  type Mql5Kind,
  NUMBER_TYPES,
  OLD_NAMES,
  TERMINAL_STRUCTS,
} from './mql5-builtins.ts';

/** Something that MetaEditor would refuse, or that nobody has allowed. */
export type Mql5Fault = Readonly<{ file: string; line: number; message: string }>;

type Token = Readonly<{
  kind: 'name' | 'number' | 'text' | 'sign';
  text: string;
  file: string;
  line: number;
}>;
type Parameter = Readonly<{ type: string; name: string; isReference: boolean; isArray: boolean }>;
type Declared = Readonly<{ name: string; gives: string; parameters: readonly Parameter[] }>;

const KEYWORDS: ReadonlySet<string> = new Set(
  listed(
    'if else for while do switch case default break continue return const input struct true false void string',
  ),
);
/** What C++ has and MQL5 has not, or what the expert does without. */
const FOREIGN: ReadonlySet<string> = new Set(
  listed(
    'auto class constexpr decltype delete dynamic_cast enum explicit friend goto inline namespace new noexcept nullptr operator private protected public register signed sizeof static static_cast template this throw try typedef typename union unsigned using virtual volatile wchar_t size_t std',
  ),
);
const ARRAY_MACROS: ReadonlySet<string> = new Set(['ARR', 'AREF', 'CREF']);
const SIGNS =
  /^(?:<<=|>>=|\+\+|--|->|::|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}[\]])/;

/**
 * Checks the sources of the expert against what MQL5 takes: a whitelist of words, signs and built-in functions,
 * the number and kind of what they take, and constructs that g++ lets pass and MetaEditor does not (structures
 * by value, references that are no parameters, arrays without their macro).
 *
 * @param sources text by file, `Quorate.mq5` and every `.mqh`
 */
export function checkMql5(sources: Readonly<Record<string, string>>): readonly Mql5Fault[] {
  const faults: Mql5Fault[] = [];
  const tokens: Token[] = [];
  const macros = new Set<string>();
  for (const [file, text] of Object.entries(sources)) {
    for (const name of defines(text)) macros.add(name);
    tokens.push(...tokensOf(file, withoutDirectives(text), faults));
  }
  const at = (token: Token, message: string) =>
    void faults.push({ file: token.file, line: token.line, message });
  const structs = structsIn(tokens, at);
  const functions = functionsIn(tokens, structs, at);
  words(tokens, { macros, structs, functions }, at);
  bodies(tokens, { macros, structs, functions }, at);
  return faults;
}

type At = (token: Token, message: string) => void;
type Known = Readonly<{
  macros: ReadonlySet<string>;
  structs: ReadonlyMap<string, ReadonlySet<string>>;
  functions: ReadonlyMap<string, Declared>;
}>;

function* defines(text: string): Iterable<string> {
  for (const [, name] of text.matchAll(/^\s*#define\s+(\w+)/gm)) if (name) yield name;
}

/** `#include`, `#property` and the like say nothing to this check; lines keep their numbers. */
function withoutDirectives(text: string): string {
  return text.replace(/^\s*#(?:[^\n\\]|\\\n|\\.)*$/gm, (found) => found.replace(/[^\n]/g, ''));
}

function tokensOf(file: string, text: string, faults: Mql5Fault[]): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let rest = text;
  const take = (length: number) => {
    const taken = rest.slice(0, length);
    rest = rest.slice(length);
    line += taken.split('\n').length - 1;
    return taken;
  };
  while (rest !== '') {
    const blank = /^(?:\s+|\/\/[^\n]*)/.exec(rest);
    const found =
      /^(?<text>"(?:[^"\\\n]|\\.)*")|^(?<number>'(?:[^'\\\n]|\\.)'|0x[0-9a-fA-F]+|\d+(?:\.\d+)?)|^(?<name>[A-Za-z_]\w*)/.exec(
        rest,
      );
    const sign = SIGNS.exec(rest);
    if (blank) take(blank[0].length);
    else if (found?.groups) {
      const { text: quoted, number } = found.groups;
      const kind = quoted ? 'text' : number ? 'number' : 'name';
      tokens.push({ kind, file, line, text: found[0] });
      take(found[0].length);
    } else if (sign) tokens.push({ kind: 'sign', file, line, text: take(sign[0].length) });
    else faults.push({ file, line, message: `a sign that MQL5 has not: ${take(1)}` });
  }
  return tokens;
}

/** The place behind the bracket that closes the one at a place. */
function behind(tokens: readonly Token[], at: number): number {
  const closes: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
  const open = tokens[at]?.text ?? '';
  let depth = 0;
  for (let i = at; i < tokens.length; i += 1) {
    if (tokens[i]?.text === open) depth += 1;
    if (tokens[i]?.text === closes[open]) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return tokens.length;
}

function structsIn(tokens: readonly Token[], at: At): Map<string, ReadonlySet<string>> {
  const structs = new Map<string, ReadonlySet<string>>(
    Object.entries(TERMINAL_STRUCTS).map(([name, fields]) => [name, new Set(fields)]),
  );
  for (const [i, token] of tokens.entries()) {
    if (token.text !== 'struct') continue;
    const name = tokens[i + 1];
    if (!name || tokens[i + 2]?.text !== '{') {
      at(token, 'a structure needs a name and its fields');
      continue;
    }
    const fields = new Set<string>();
    const end = behind(tokens, i + 2) - 1;
    for (let j = i + 3; j < end; j += 1) {
      const here = tokens[j];
      if (here?.text === '&') at(here, `a reference in the structure ${name.text}`);
      if (here?.text === '(' && !ARRAY_MACROS.has(tokens[j - 1]?.text ?? ''))
        at(here, `a function in the structure ${name.text}`);
      if (here?.text === ';' || here?.text === ')') {
        const field = tokens[j - 1];
        if (field?.kind === 'name') fields.add(field.text);
      }
    }
    structs.set(name.text, fields);
  }
  return structs;
}

function functionsIn(
  tokens: readonly Token[],
  structs: ReadonlyMap<string, unknown>,
  at: At,
): ReadonlyMap<string, Declared> {
  const functions = new Map<string, Declared>();
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i];
    if (token?.text === '{') {
      i = behind(tokens, i);
      continue;
    }
    const name = tokens[i + 1];
    const begins = token?.kind === 'name' && name?.kind === 'name' && tokens[i + 2]?.text === '(';
    if (!token || !name || !begins || ARRAY_MACROS.has(token.text)) {
      i += 1;
      continue;
    }
    const close = behind(tokens, i + 2);
    const parameters = split(tokens.slice(i + 3, close - 1)).map((part) =>
      parameterOf(part, structs, at),
    );
    if (structs.has(token.text)) at(token, `${name.text} gives a structure by value`);
    if (functions.has(name.text)) at(name, `${name.text} is there twice`);
    if (BUILTINS.has(name.text)) at(name, `${name.text} has the name of a built-in function`);
    functions.set(name.text, { name: name.text, gives: token.text, parameters });
    i = close;
  }
  return functions;
}

/** Parts between the commas of one bracket. */
function split(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [];
  let part: Token[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (!token) continue;
    if (token.text === ',') {
      parts.push(part);
      part = [];
      continue;
    }
    const end = '([{'.includes(token.text) ? behind(tokens, i) : i + 1;
    part.push(...tokens.slice(i, end));
    i = end - 1;
  }
  return part.length > 0 || parts.length > 0 ? [...parts, part] : [];
}

function parameterOf(
  part: readonly Token[],
  structs: ReadonlyMap<string, unknown>,
  at: At,
): Parameter {
  const words = part.filter(({ text }) => text !== 'const');
  const [first] = words;
  if (first && ARRAY_MACROS.has(first.text)) {
    const [, , type, , name] = words;
    if (first.text === 'ARR') at(first, 'an array is handed over by AREF or CREF');
    return { type: type?.text ?? '', name: name?.text ?? '', isReference: true, isArray: true };
  }
  const isReference = words[1]?.text === '&';
  const name = words[isReference ? 2 : 1]?.text ?? '';
  const type = first?.text ?? '';
  if (first && structs.has(type) && !isReference)
    at(first, `the structure ${type} ${name} is handed over by value`);
  return { type, name, isReference, isArray: false };
}

/** Every word is a keyword, a type, something that the sources declare, or a built-in name of the table. */
function words(tokens: readonly Token[], { macros, structs, functions }: Known, at: At): void {
  const declared = new Set(declarations(tokens, structs).map(({ name }) => name));
  for (const [i, token] of tokens.entries()) {
    if (token.text === '->' || token.text === '::')
      at(token, `MQL5 code here has no ${token.text}`);
    if (token.kind !== 'name') continue;
    const { text } = token;
    const before = tokens[i - 1]?.text;
    if (FOREIGN.has(text)) at(token, `the word ${text} is not allowed`);
    else if (before === '.') {
      if (![...structs.values()].some((fields) => fields.has(text)))
        at(token, `no structure has a field ${text}`);
    } else if (
      !KEYWORDS.has(text) &&
      !NUMBER_TYPES.has(text) &&
      !ARRAY_MACROS.has(text) &&
      !macros.has(text) &&
      !structs.has(text) &&
      !functions.has(text) &&
      !BUILTINS.has(text) &&
      !declared.has(text) &&
      !CONSTANTS.test(text)
    )
      at(token, `${text} is neither declared nor a built-in name that is known here`);
  }
}

type Variable = Readonly<{
  name: string;
  type: string;
  isArray: boolean;
  token: Token;
  at: number;
}>;

/** Variables, parameters and fields, wherever they are declared. */
function declarations(
  tokens: readonly Token[],
  structs: ReadonlyMap<string, unknown>,
): readonly Variable[] {
  const found: Variable[] = [];
  for (const [i, token] of tokens.entries()) {
    if (ARRAY_MACROS.has(token.text) && tokens[i + 1]?.text === '(') {
      const name = tokens[i + 4];
      if (name)
        found.push({
          name: name.text,
          type: tokens[i + 2]?.text ?? '',
          isArray: true,
          token: name,
          at: i,
        });
      continue;
    }
    const isType =
      NUMBER_TYPES.has(token.text) || token.text === 'string' || structs.has(token.text);
    if (!isType || tokens[i - 1]?.text === 'struct') continue;
    const name = tokens[tokens[i + 1]?.text === '&' ? i + 2 : i + 1];
    const next = tokens[i + (tokens[i + 1]?.text === '&' ? 3 : 2)]?.text;
    if (name?.kind !== 'name' || next === '(') continue;
    found.push({ name: name.text, type: token.text, isArray: false, token: name, at: i });
    // More names of the same type behind commas; in the bracket of a function each has its own.
    for (let j = i + 2; j < tokens.length && !';)'.includes(tokens[j]?.text ?? ''); j += 1) {
      if ('([{'.includes(tokens[j]?.text ?? '')) j = behind(tokens, j) - 1;
      const more = tokens[j + 1];
      if (
        tokens[j]?.text === ',' &&
        more?.kind === 'name' &&
        '=,;['.includes(tokens[j + 2]?.text ?? '')
      )
        found.push({ name: more.text, type: token.text, isArray: false, token: more, at: i });
    }
  }
  return found;
}

/** What stands inside functions: references, names of old functions, and every call. */
function bodies(tokens: readonly Token[], known: Known, at: At): void {
  const { structs, functions } = known;
  const all = declarations(tokens, structs);
  for (const { name, token } of all) {
    if (functions.has(name) || OLD_NAMES.has(name))
      if (!isField(tokens, token)) at(token, `${name} has the name of a function`);
  }
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens[i]?.text !== ')' || tokens[i + 1]?.text !== '{') continue;
    const open = opening(tokens, i);
    if (tokens[open - 2]?.kind !== 'name' || tokens[open - 1]?.kind !== 'name') continue;
    const end = behind(tokens, i + 1);
    const scope = new Map<string, Variable>();
    for (const variable of all)
      if (variable.at < open - 2 || variable.at >= end) scope.set(variable.name, variable);
    for (const variable of all)
      if (variable.at >= open && variable.at < end) scope.set(variable.name, variable);
    oneBody(tokens.slice(i + 1, end), { ...known, scope }, at);
    i = end - 1;
  }
}

function isField(tokens: readonly Token[], token: Token): boolean {
  // Inside `struct X { ... }` names stand alone.
  const place = tokens.indexOf(token);
  let depth = 0;
  for (let i = place; i >= 0; i -= 1) {
    if (tokens[i]?.text === '}') depth += 1;
    if (tokens[i]?.text === '{') {
      if (depth === 0) return tokens[i - 2]?.text === 'struct';
      depth -= 1;
    }
  }
  return false;
}

function opening(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i -= 1) {
    if (tokens[i]?.text === ')') depth += 1;
    if (tokens[i]?.text === '(') depth -= 1;
    if (depth === 0) return i;
  }
  return 0;
}

type Body = Known & Readonly<{ scope: ReadonlyMap<string, Variable> }>;

function oneBody(tokens: readonly Token[], body: Body, at: At): void {
  const { structs, functions } = body;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const next = tokens[i + 1];
    const isType =
      NUMBER_TYPES.has(token.text) || token.text === 'string' || structs.has(token.text);
    if (isType && next?.text === '&' && tokens[i + 2]?.kind === 'name')
      at(token, `${tokens[i + 2]?.text} is a reference that is no parameter`);
    if (isType && next?.text === '*') at(token, 'a pointer');
    if (
      isType &&
      next?.kind === 'name' &&
      tokens[i + 2]?.text === '[' &&
      tokens[i + 3]?.text === ']'
    )
      at(token, 'an array without its macro');
    if (isType && next?.kind === 'name' && tokens[i + 2]?.text === '{')
      at(token, 'a value in braces without =');
    if (isType && next?.kind === 'name' && tokens[i + 2]?.text === ':')
      at(token, 'a loop over the values of something');
    if (token.text === '[' && (!before || !(before.kind === 'name' || ')]'.includes(before.text))))
      at(token, 'a function without a name, or a list');
    if (token.kind === 'text' && next?.kind === 'text') at(token, 'two texts side by side');
    const isCall = token.kind === 'name' && next?.text === '(' && before?.text !== '.';
    if (!isCall || KEYWORDS.has(token.text) || ARRAY_MACROS.has(token.text)) continue;
    const inside = split(tokens.slice(i + 2, behind(tokens, i + 1) - 1));
    const own = functions.get(token.text);
    const builtin = BUILTINS.get(token.text);
    if (own) checkOwn(token, own, inside, body, at);
    else if (builtin) checkBuiltin(token, inside, body, at);
  }
}

function checkOwn(
  token: Token,
  own: Declared,
  given: readonly (readonly Token[])[],
  body: Body,
  at: At,
): void {
  if (given.length !== own.parameters.length) {
    at(token, `${own.name} takes ${own.parameters.length}, not ${given.length}`);
    return;
  }
  for (const [i, { type, name, isArray, isReference }] of own.parameters.entries()) {
    const wants = isArray ? 'array' : kindOf(type, body);
    const gives = kindOfExpression(given[i] ?? [], body);
    if (gives !== null && gives !== wants && wants !== 'any')
      at(token, `${own.name} takes a ${wants} as ${name}, not a ${gives}`);
    const words = given[i] ?? [];
    const lone = words[0];
    if (isReference && (words.length === 1 ? lone?.kind !== 'name' : lone?.kind === 'number'))
      at(token, `${own.name} takes ${name} by reference, and is given no variable`);
  }
}

function checkBuiltin(
  token: Token,
  given: readonly (readonly Token[])[],
  body: Body,
  at: At,
): void {
  const builtin = BUILTINS.get(token.text);
  if (!builtin) return;
  const { takes, optional } = builtin;
  if (given.length > takes.length || given.length < takes.length - optional) {
    at(
      token,
      `${token.text} takes ${takes.length - optional} to ${takes.length}, not ${given.length}`,
    );
    return;
  }
  for (const [i, words] of given.entries()) {
    const wants = takes[i] ?? 'any';
    const gives = kindOfExpression(words, body);
    if (wants !== 'any' && gives !== null && gives !== wants)
      at(token, `${token.text} takes a ${wants} at place ${i + 1}, not a ${gives}`);
  }
}

function kindOf(type: string, { structs }: Pick<Body, 'structs'>): Mql5Kind {
  if (type === 'void') return 'none';
  if (type === 'string') return 'text';
  return structs.has(type) ? 'struct' : 'number';
}

/** Of an expression that is one word, one call, or a sum with a text in it; null where that is not plain. */
function kindOfExpression(words: readonly Token[], body: Body): Mql5Kind | null {
  const [first] = words;
  if (!first) return null;
  const level = topLevel(words);
  if (level.some(({ kind }) => kind === 'text')) {
    return level.some(({ text }) => ['?', '==', '!='].includes(text)) ? null : 'text';
  }
  if (words.length === 1) {
    if (first.kind === 'number' || first.text === 'true' || first.text === 'false') return 'number';
    const variable = body.scope.get(first.text);
    if (variable) return variable.isArray ? 'array' : kindOf(variable.type, body);
    return CONSTANTS.test(first.text) ? 'number' : null;
  }
  const isOneCall =
    first.kind === 'name' && words[1]?.text === '(' && behind(words, 1) === words.length;
  if (!isOneCall) return null;
  const own = body.functions.get(first.text);
  if (own) return kindOf(own.gives, body);
  return BUILTINS.get(first.text)?.gives ?? null;
}

/** The words of an expression that stand in no bracket of it. */
function topLevel(words: readonly Token[]): readonly Token[] {
  const level: Token[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (!word) continue;
    if ('([{'.includes(word.text)) i = behind(words, i) - 1;
    else level.push(word);
  }
  return level;
}
