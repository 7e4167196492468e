import { type NodePath, type PluginObj, types as t, transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { linguiConfig } from '../lingui-plugin.ts';

/** A text with its id, as the code has it, and with its sense where one English text has several. */
export type Message = Readonly<{ id: string; message: string; context?: string }>;

/** What Node runs as it is has Lingui's functions in place of its macros, or the bot's `t` over them. */
const FUNCTIONS = /from '(@lingui\/core\/runtime-macro|[./]+\/words\.ts|@quorate\/bot\/words)'/g;

/** The messages of a file, in their order. */
export async function messagesIn(code: string, file: string): Promise<Message[]> {
  const found: Message[] = [];
  await transformAsync(code.replaceAll(FUNCTIONS, "from '@lingui/core/macro'"), {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [namedChoices, [macros, { linguiConfig, descriptorFields: 'all' }], collecting(found)],
  });
  return found;
}

/** `select({ kind }, KINDS)`: the macro wants the choices where they are used, the functions take them by name. */
function namedChoices(): PluginObj {
  return {
    visitor: {
      Program(program) {
        program.traverse({
          CallExpression(call) {
            const [, choices] = call.node.arguments;
            if (!t.isIdentifier(call.node.callee) || !t.isIdentifier(choices)) return;
            if (!/^(plural|select)$/.test(call.node.callee.name)) return;
            const made = call.scope.getBinding(choices.name)?.path.node;
            if (!t.isVariableDeclarator(made)) return;
            let value: t.Node | null | undefined = made.init;
            while (t.isTSAsExpression(value) || t.isTSSatisfiesExpression(value))
              value = value.expression;
            if (t.isObjectExpression(value)) call.node.arguments[1] = t.cloneNode(value);
          },
        });
      },
    },
  };
}

function collecting(found: Message[]): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program: NodePath<t.Program>) {
          program.traverse({
            ObjectExpression: ({ node }) => add((name) => textOf(node.properties, name)),
            JSXOpeningElement: ({ node }) => add((name) => attributeOf(node, name)),
          });
        },
      },
    },
  };
  function add(partOf: (name: string) => string | null) {
    const [id, message, context] = [partOf('id'), partOf('message'), partOf('context')];
    if (id === null || message === null) return;
    found.push(context === null ? { id, message } : { id, message, context });
  }
}

function textOf(properties: t.ObjectExpression['properties'], name: string): string | null {
  for (const each of properties)
    if (
      t.isObjectProperty(each) &&
      t.isIdentifier(each.key, { name }) &&
      t.isStringLiteral(each.value)
    )
      return each.value.value;
  return null;
}

function attributeOf({ attributes }: t.JSXOpeningElement, name: string): string | null {
  for (const each of attributes) {
    if (!t.isJSXAttribute(each) || !t.isJSXIdentifier(each.name, { name })) continue;
    const value = t.isJSXExpressionContainer(each.value) ? each.value.expression : each.value;
    if (t.isStringLiteral(value)) return value.value;
  }
  return null;
}
