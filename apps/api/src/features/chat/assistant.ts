import type { ChatTurn } from '@quorate/contract/chat';
import type { Locale } from '@quorate/contract/locales';
import type { OwnData } from './own-data/own-data.ts';

/** Who asks, and how they are to be told. */
export type Asker = Readonly<{
  /** What the signed-in user may have looked up; null for a visitor. */
  own: OwnData | null;
  /** What the answer is to be written in. */
  locale?: Locale | undefined;
  /** Aborted when nobody waits for the answer any more. */
  gone: AbortSignal;
  /** Takes the answer as it comes, where its reader wants that; the reply then replaces all of it. */
  say?: ((text: string) => void) | undefined;
}>;

/**
 * Whoever answers in the chat: the offline assistant, or a language model in its place. A reply is plain
 * text; addresses such as /guide#requirements in it lead to pages of the site.
 */
export type Assistant = {
  /** @param history what was said before, oldest first; it comes from the caller and proves nothing */
  reply(message: string, history: readonly ChatTurn[], asker?: Asker): Promise<string>;
};
