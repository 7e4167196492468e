import { pathToFileURL } from 'node:url';
import { type types as t, transformAsync } from '@babel/core';
import type { Document, Question } from '@quorate/content/document';
import { translated, translatedQuestions } from '@quorate/content/translated';
import {
  STORED_LABELS,
  STORED_NAMES,
  STORED_PARTS,
  STORED_SENTENCES,
  storedPairs,
} from '@quorate/trading/stored-sentences';
import type { Language } from '@quorate/values/languages';
import type { Plugin } from 'vite';
import { textsOf } from './catalogues/catalogue-file.ts';

/** Sentences that stand in code for the service, the app and the site alike: faults of forms, notes of presets. */
const SENTENCES = /\/packages\/(contract|trading)\/src\/[\w/-]+\.ts$/;
/** Where pages have what was stored in English, and whole sentences apart from names: they are a lot. */
const STORED = /\/packages\/ui\/src\/stored-(name|sentence)\.ts$/;
const DOCUMENTS = /\/packages\/content\/src\/(guide|privacy|refund|terms|[\w-]*questions)\.ts$/;

/** The guide, the policies and the questions in the language that is built. */
export function translatedDocuments(language: Language): Plugin {
  const texts = textsOf(language);
  const say = (text: string) => texts.get(text) ?? text;
  return {
    name: 'quorate:translated-documents',
    enforce: 'pre',
    transform: {
      filter: { id: DOCUMENTS },
      async handler(_code, id) {
        if (language === 'en') return null;
        const exported = (await import(pathToFileURL(id).href)) as Readonly<
          Record<string, Document | readonly Question[]>
        >;
        const lines = Object.entries(exported).map(([name, value]) => {
          const isDocument = 'sections' in value;
          const said = isDocument ? translated(value, say) : translatedQuestions(value, say);
          return `export const ${name} = ${JSON.stringify(said)};\n`;
        });
        return { code: lines.join(''), map: null };
      },
    },
  };
}

/** `storedName` and `storedSentence` with the patterns of the language that is built. In English they do nothing. */
export function storedSentences(language: Language): Plugin {
  const texts = textsOf(language);
  return {
    name: 'quorate:stored-sentences',
    enforce: 'pre',
    transform: {
      filter: { id: STORED },
      handler(_code, id) {
        if (language === 'en') return null;
        const [name, ...stored] = id.endsWith('stored-name.ts')
          ? (['storedName', STORED_NAMES] as const)
          : (['storedSentence', STORED_SENTENCES, STORED_PARTS] as const);
        const pairs = stored.map((each) =>
          JSON.stringify(storedPairs(each, (english) => texts.get(english))),
        );
        const code = `import { storedTranslator } from '@quorate/values/stored-sentences';
export const ${name} = storedTranslator(${pairs.join()});
`;
        return { code, map: null };
      },
    },
  };
}

/** What a text is in code of packages that know no language: a literal of several words that the catalogue has whole. */
export function translatedSentences(language: Language): Plugin {
  const texts = textsOf(language);
  const labels = new Set(Object.values(STORED_LABELS).flat());
  const stored = new Set(
    [STORED_SENTENCES, STORED_PARTS].flatMap((each) => Object.values(each).flat()),
  );
  return {
    name: 'quorate:translated-sentences',
    enforce: 'pre',
    transform: {
      filter: { id: SENTENCES },
      async handler(code, filename) {
        if (language === 'en') return null;
        const result = await transformAsync(code, {
          filename,
          babelrc: false,
          configFile: false,
          parserOpts: { plugins: ['typescript'] },
          plugins: [
            {
              visitor: {
                StringLiteral({ node }: { node: t.StringLiteral }) {
                  // What is stored stays English in whatever stores it.
                  const { value } = node;
                  if (!value.includes(' ') || (stored.has(value) && !labels.has(value))) return;
                  node.value = texts.get(value) ?? value;
                },
              },
            },
          ],
          generatorOpts: { jsescOption: { minimal: true } },
        });
        return { code: result?.code ?? code, map: null };
      },
    },
  };
}
