import { globSync, readFileSync } from 'node:fs';
import type { Document } from '@quorate/content/document';
import { GUIDE } from '@quorate/content/guide';
import { HELP } from '@quorate/content/help';
import { MORE_QUESTIONS } from '@quorate/content/more-questions';
import { PRIVACY } from '@quorate/content/privacy';
import { QUESTIONS } from '@quorate/content/questions';
import { REFUND } from '@quorate/content/refund';
import { TERMS } from '@quorate/content/terms';
import {
  type Say,
  translated,
  translatedHelp,
  translatedQuestions,
} from '@quorate/content/translated';
import { ERRORS } from '@quorate/contract/errors';
import { PRESETS } from '@quorate/trading/governor/presets';
import { STORED_PARTS, STORED_SENTENCES } from '@quorate/trading/stored-sentences';
import { fromRoot, ROOT } from '../root.ts';
import { SITE_TEXTS } from '../site-texts.ts';
import { FAULT_TEXTS } from './fault-texts.ts';
import { type Message, messagesIn } from './messages-in.ts';
import { TRADING_TEXTS } from './trading-texts.ts';

/** Files with their messages; each message stands under the first file that has it. */
export type MessagesByFile = ReadonlyMap<string, readonly Message[]>;

const FILES = '{apps/{web,api,bot,desktop}/src,packages/ui/src}/**/*.{ts,tsx}';
/** What speaks to nobody, and the function that the bot's messages go through. */
const WITHOUT = /\.(test|bench)\.|\/testing\/|^apps\/bot\/src\/words\.ts$/;
const SPEAKS = /from '(@lingui\/(core|react)\/|[./]+\/words\.ts'|@quorate\/bot\/words')/;

/** Everything that a catalogue holds: the messages of the code, the errors and faults of the contract, and the documents. */
export async function everyMessage(): Promise<MessagesByFile> {
  const textsAt = (file: string, texts: readonly string[]): [string, Message[]] => [
    file,
    texts.map((text) => ({ id: text, message: text })),
  ];
  return messagesOf(FILES, [
    [
      'packages/contract/src/errors.ts',
      Object.entries(ERRORS).map(([code, { message }]) => ({ id: `error.${code}`, message })),
    ],
    ...Object.entries(DOCUMENTS).map(([name, textsOf]) =>
      textsAt(`packages/content/src/${name}.ts`, textsOf()),
    ),
    ...Object.entries(TRADING_TEXTS).map(([file, texts]) => textsAt(file, texts)),
    ...[STORED_SENTENCES, STORED_PARTS].flatMap((stored) =>
      Object.entries(stored).map(([file, texts]) => textsAt(file, texts)),
    ),
    textsAt('tools/site-texts.ts', SITE_TEXTS),
    textsAt('packages/contract/src/account.ts', FAULT_TEXTS),
    textsAt(
      'packages/trading/src/governor/presets.ts',
      PRESETS.flatMap(({ preset }) => preset.note ?? []),
    ),
  ]);
}

/**
 * The messages of some of the code, and what else is said.
 *
 * @param files a pattern from the root of the checkout
 */
export async function messagesOf(
  files: string,
  others: ReadonlyArray<readonly [string, readonly Message[]]> = [],
): Promise<MessagesByFile> {
  const found = new Map<string, readonly Message[]>();
  const seen = new Set<string>();
  const add = (file: string, messages: readonly Message[]) => {
    const news = messages.filter(({ id }, at) => {
      const isFirst = messages.findIndex((each) => each.id === id) === at;
      return isFirst && !seen.has(id);
    });
    for (const { id } of news) seen.add(id);
    if (news.length > 0) found.set(file, [...(found.get(file) ?? []), ...news]);
  };
  const names = globSync(files, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  for (const file of names.filter((each) => !WITHOUT.test(each)).sort()) {
    const code = readFileSync(fromRoot(file), 'utf8');
    if (SPEAKS.test(code)) add(file, await messagesIn(code, file));
  }
  for (const [file, messages] of others) add(file, messages);
  return found;
}

const DOCUMENTS: Readonly<Record<string, () => string[]>> = {
  guide: () => textsOf(GUIDE),
  privacy: () => textsOf(PRIVACY),
  refund: () => textsOf(REFUND),
  terms: () => textsOf(TERMS),
  questions: () => said((say) => translatedQuestions([...QUESTIONS, ...MORE_QUESTIONS], say)),
  help: () => said((say) => translatedHelp(HELP, say)),
};

const textsOf = (document: Document) => said((say) => translated(document, say));

function said(translate: (say: Say) => unknown): string[] {
  const texts: string[] = [];
  translate((text) => {
    texts.push(text);
    return text;
  });
  return texts;
}
