import { type NodePath, type PluginObj, types as t, transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import userConfig from '../lingui.config.ts';

export const linguiConfig = makeConfig(userConfig);

/**
 * Turns Lingui's macros into calls, and the English texts in them into the form that Lingui reads without its
 * parser: English needs no catalog, and no page loads the parser.
 *
 * Lingui's own plugin for Vite is not used: its transform is a binary for Node 22 and later, which npm leaves out
 * when an older Node installs.
 */
export function lingui(): Plugin {
  return {
    name: 'quorate:lingui',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /from '@lingui\/(core|react)\/macro'/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          retainLines: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[macros, { linguiConfig, descriptorFields: 'all' }], compiledMessages],
        });
        return { code: result?.code ?? code, map: result?.map ?? null };
      },
    },
  };
}

/** `message: 'Hi {name}'` becomes `message: ['Hi ', ['name']]`. */
function compiledMessages(): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program: NodePath<t.Program>) {
          program.traverse({
            ObjectExpression({ node }) {
              const found = (name: string) =>
                node.properties.find(
                  (each): each is t.ObjectProperty =>
                    t.isObjectProperty(each) && t.isIdentifier(each.key, { name }),
                );
              const message = found('message');
              if (!message || !found('id') || !t.isStringLiteral(message.value)) return;
              const compiled = compileMessage(message.value.value);
              message.value = t.valueToNode(
                typeof compiled === 'string' ? [compiled] : compiled,
              ) as t.Expression;
            },
          });
        },
      },
    },
  };
}
