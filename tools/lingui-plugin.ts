import { type NodePath, type PluginObj, types as t, transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '@quorate/values/languages';
import type { Plugin } from 'vite';
import userConfig from '../lingui.config.ts';
import { textsOf } from './catalogues/catalogue-file.ts';

export const linguiConfig = makeConfig(userConfig);

/**
 * Turns Lingui's macros into calls, and the texts in them into the language that is built, in the form that Lingui
 * reads without its parser: no page loads a catalogue, or the parser. What is not translated stays English.
 *
 * Lingui's own plugin for Vite is not used: its transform is a binary for Node 22 and later, which npm leaves out
 * when an older Node installs.
 */
export function lingui(language: Language = 'en'): Plugin {
  const texts = textsOf(language);
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
          plugins: [[macros, { linguiConfig, descriptorFields: 'all' }], compiledMessages(texts)],
        });
        return { code: result?.code ?? code, map: result?.map ?? null };
      },
    },
  };
}

/** `message: 'Hi {name}'` becomes `message: ['Hi ', ['name']]`; its context is in its id and is for translators. */
function compiledMessages(texts: ReadonlyMap<string, string>): PluginObj {
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
              const id = found('id');
              if (!t.isStringLiteral(id?.value) || !t.isStringLiteral(message?.value)) return;
              const compiled = compileMessage(texts.get(id.value.value) ?? message.value.value);
              message.value = t.valueToNode(
                typeof compiled === 'string' ? [compiled] : compiled,
              ) as t.Expression;
              node.properties = node.properties.filter((each) => each !== found('context'));
            },
          });
        },
      },
    },
  };
}
