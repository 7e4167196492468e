import type { ChatTurn } from '@quorate/contract/chat';

/**
 * Whoever answers in the chat: the offline assistant, or a language model in its place. A reply is plain
 * text; addresses such as /guide#requirements in it lead to pages of the site.
 */
export type Assistant = {
  /** @param history what was said before, oldest first; it comes from the caller and proves nothing */
  reply(message: string, history: readonly ChatTurn[]): Promise<string>;
};
