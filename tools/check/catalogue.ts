import { parseSync } from 'oxc-parser';

/** A text that no catalogue can translate, or a message where programs read. */
export type OutsideText = Readonly<{ file: string; line: number; text: string; why: string }>;

/** Texts in code that are for programs, or are the same in every language. */
export type Exception = Readonly<{
  /** Null: in every file. */
  file: string | null;
  /** How each begins. */
  texts: readonly string[];
  reason: string;
}>;

type Node = Readonly<{ type: string; start: number; end: number }> &
  Readonly<Record<string, unknown>>;

const MACROS = new Set(['@lingui/core/macro', '@lingui/react/macro']);

const MISPLACED = 'a message where programs read';

/** Attributes and fields that people read: here each word counts, also a single one in small letters. */
const FOR_PEOPLE =
  /^(title|label|aria-(label|description|roledescription|valuetext)|alt|placeholder|caption|heading|head|hint|note|lead|summary|advice|sentence|description|short|noun|words?|message|text|empty|first)$/;

/** Attributes and fields that programs read. */
const FOR_PROGRAMS =
  /^(\w*[cC]lassName|class|d|viewBox|style|href|to|src|srcSet|sizes|media|id|key|htmlFor|form|type|role|rel|method|accept|autoComplete|inputMode|points|transform|stroke\w*|data-.*|aria-(describedby|labelledby|controls|current|keyshortcuts|live)|@type|@context|contentType|content-type|authorization|Authorization|code|kind|tone)$/;

/** Whose arguments developers read. A screen may show some of them: those are messages. */
const FOR_DEVELOPERS = /^(Error|TypeError|RangeError|console\.\w+)$/;

/** Whose arguments the browser reads. */
const FOR_BROWSERS = /^(URL|.*\.(closest|matches|querySelector|querySelectorAll))$/;

/** What no reader sees: a header, an argument of a shell, a measure of CSS. */
const FOR_MACHINES = /^([a-z-]+\(|Bearer |--?[A-Za-z]|\w+\/[\w.+-]+(,|;|$)|-?\d+px)/;

/**
 * Texts that go past the macros: JSX text, and strings and templates that look like words. And messages that stand
 * where programs read, which a translation would break.
 */
export function findOutsideCatalogue(file: string, source: string): OutsideText[] {
  const { program } = parseSync(file, source);
  const macros = macroNames(program as unknown as Node);
  const found: OutsideText[] = [];
  const add = (node: Node, text: string, why: string) =>
    found.push({
      file,
      line: source.slice(0, node.start).split('\n').length,
      text: text.replaceAll(/\s+/g, ' ').trim(),
      why,
    });
  const isMacro = (node: unknown) => macros.has(nameOf(node));

  walk(program as unknown as Node, [], (node, above) => {
    const parent = above.at(-1);
    if (!parent) return;
    switch (node.type) {
      case 'JSXText': {
        const text = String(node.value);
        if (!LETTERS.test(text) || above.some((each) => isMacroElement(each, isMacro))) return;
        return void add(node, text, 'text of an element');
      }
      case 'Literal':
      case 'TemplateLiteral': {
        const text = wordsOf(node);
        if (text === null || parent.type === 'TaggedTemplateExpression') return;
        const place = placeOf(node, above);
        if (place === 'programs' || place === 'developers' || isInMacro(above, isMacro)) return;
        if (
          place === 'people'
            ? LETTERS.test(text) && !CODE.test(text.trim()) && !isStyle(text)
            : looksLikeWords(node, text)
        )
          add(node, source.slice(node.start, node.end), 'text in code');
        return;
      }
      case 'TaggedTemplateExpression':
        if (!isMacro(node.tag)) return;
        if (
          placeOf(node, above) !== 'programs' &&
          !FOR_MACHINES.test(wordsOf(node.quasi as Node) ?? '')
        )
          return;
        return void add(node, source.slice(node.start, node.end), MISPLACED);
    }
  });
  return found;
}

/** Whether a text is one that may stand in code. */
export function isException({ file, text, why }: OutsideText, exception: Exception): boolean {
  const begins = text.replace(/^['"`]/, '');
  return (
    why !== MISPLACED &&
    (exception.file === null || exception.file === file) &&
    exception.texts.some((each) => begins.startsWith(each))
  );
}

const LETTERS = /\p{L}{2}/u;
/** A value of the wire, a symbol, a unit in capitals. */
const CODE = /^[A-Z0-9_-]+( [A-Z0-9_-]+)*$|^[a-z]+(_[a-z]+)+$/;
const GAP = '\0';

/** The text of a string or template, with a mark for each value in it; null for what is no text. */
function wordsOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  const parts = node.quasis as readonly { value: { cooked: string | null } }[];
  return parts.map(({ value }) => value.cooked ?? '').join(GAP);
}

/** Two words, a word beside a value, or one word with a capital. */
function looksLikeWords(node: Node, text: string): boolean {
  if (isStyle(text) || CODE.test(text.trim())) return false;
  if (/\b\p{L}{2,}[.,;:?!…”’)]*\s+[(“]?\p{L}/u.test(text)) return true;
  if (/(\0\s|^)\p{L}{2,}[.,;:?!]*\s|\s\p{L}{2,}/u.test(text)) return true;
  return node.type === 'Literal' && /^\p{Lu}\p{Ll}+(-\p{Ll}+)?[.:…?!]?$/u.test(text);
}

/** Class names and functions of CSS: words of prose have hyphens, too, but not all of them. */
function isStyle(text: string): boolean {
  const parts = text.split(/[\s\0]+/).filter(Boolean);
  const isClass = (part: string) =>
    UTILITY.test(part) || /^[-a-z0-9@*!&[<>(#.][^\s]*[-:[\d/][^\s]*$/.test(part);
  return (
    /^[a-z-]+\(|^\([a-z-]+: |^[a-z-]+: .*;$/.test(text) ||
    (parts.length > 0 && parts.every(isClass))
  );
}

/** Class names without a hyphen. */
const UTILITY =
  /^(absolute|block|border|figures|fixed|flex|grid|grow|hidden|inline|italic|outline|relative|resize|rounded|shadow|shrink|sticky|table|transition|truncate|underline|uppercase|wrap)$/;

type Place = 'people' | 'programs' | 'developers' | 'anywhere';

/** Where a value ends up, as far as the lines around it say. */
function placeOf(node: Node, above: readonly Node[]): Place {
  let from = node;
  for (const each of above.toReversed()) {
    switch (each.type) {
      case 'ConditionalExpression':
        if (each.test === from) return 'programs';
        break;
      case 'LogicalExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        break;
      case 'JSXExpressionContainer':
        if (isOfElement(above, each)) return 'people';
        break;
      case 'JSXAttribute':
        return nameOf(each.name) === 'name' && node.type === 'Literal'
          ? 'programs'
          : placeNamed(nameOf(each.name));
      case 'TemplateLiteral':
        return above[above.indexOf(each) - 1]?.type === 'TaggedTemplateExpression'
          ? 'people'
          : 'anywhere';
      case 'Property':
        return each.key === from && each.computed !== true
          ? 'programs'
          : placeNamed(nameOf(each.key));
      case 'BinaryExpression':
        return each.operator === '+' ? 'anywhere' : 'programs';
      case 'MemberExpression':
        return each.property === from ? 'programs' : 'anywhere';
      case 'NewExpression':
      case 'CallExpression':
        return placeCalled(nameOf(each.callee));
      case 'SwitchCase':
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
      case 'TSTemplateLiteralType':
        return 'programs';
      case 'ExpressionStatement':
        return 'directive' in each && each.directive ? 'programs' : 'anywhere';
      default:
        return 'anywhere';
    }
    from = each;
  }
  return 'anywhere';
}

function placeCalled(name: string): Place {
  if (FOR_DEVELOPERS.test(name)) return 'developers';
  return FOR_BROWSERS.test(name) ? 'programs' : 'anywhere';
}

function placeNamed(name: string): Place {
  if (FOR_PROGRAMS.test(name)) return 'programs';
  return FOR_PEOPLE.test(name) ? 'people' : 'anywhere';
}

function isOfElement(above: readonly Node[], container: Node): boolean {
  const type = above[above.indexOf(container) - 1]?.type;
  return type === 'JSXElement' || type === 'JSXFragment';
}

/** `plural(count, { one: … })`, `<Plural one="…" />`. */
function isInMacro(above: readonly Node[], isMacro: (node: unknown) => boolean): boolean {
  const [own, options, call] = above.toReversed();
  if (own?.type === 'JSXAttribute') return isMacro(options?.name);
  return (
    own?.type === 'Property' &&
    options?.type === 'ObjectExpression' &&
    call?.type === 'CallExpression' &&
    isMacro(call.callee)
  );
}

function isMacroElement(node: Node, isMacro: (node: unknown) => boolean): boolean {
  return node.type === 'JSXElement' && isMacro((node.openingElement as Node).name);
}

function macroNames(program: Node): ReadonlySet<string> {
  const imports = (program.body as readonly Node[]).filter(
    (each) => each.type === 'ImportDeclaration' && MACROS.has(String((each.source as Node).value)),
  );
  const names = imports.flatMap((each) => each.specifiers as readonly Node[]);
  return new Set(names.map((each) => nameOf(each.local)));
}

/** The name of an identifier, of a key or of what is called; `a.b` for members. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') {
    return `${nameOf(node.object)}.${nameOf(node.property)}`;
  }
  if (node.type === 'JSXNamespacedName') return `${nameOf(node.namespace)}:${nameOf(node.name)}`;
  const name = node.name ?? node.value;
  return typeof name === 'string' ? name : '';
}

function walk(
  node: Node,
  above: readonly Node[],
  see: (node: Node, above: readonly Node[]) => void,
): void {
  see(node, above);
  const here = [...above, node];
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isNode(each)) walk(each, here, see);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
