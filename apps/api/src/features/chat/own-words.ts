import type { Brand } from '@quorate/contract/brand';
import type { Occasion } from './small-talk.ts';

export type OwnWords = Readonly<
  Record<Exclude<Occasion, 'question'> | 'nothing' | 'unsure', string>
>;

/** Who answers, in a sentence that closes every answer. */
export const WHO = {
  offline: 'I am the offline assistant: I look answers up in the pages of this site.',
  model:
    'I am an AI assistant: a language model wrote this from the pages of this site, and it can be wrong.',
} as const;

/** Sentences of our own; everything else an answer says stands on the site. */
export function ownWords({ name, supportEmail }: Brand, who: keyof typeof WHO): OwnWords {
  const writer = {
    offline: 'No person and no language model writes here.',
    model: 'A language model writes here, no person.',
  }[who];
  const self = { offline: WHO.offline, model: 'I am an AI assistant.' }[who];
  return {
    greeting: `Hello! ${self} Ask me about the setup, plans, limits, payments, refunds or privacy.`,
    thanks: `You are welcome. The whole setup stands in the guide: /guide\n\n${self}`,
    identity: `${self} ${writer} People answer at ${supportEmail} and at /contact`,
    advice: `I cannot give personal financial advice: whether to buy, sell, hold or invest, and how much, is your decision. ${name} promises no result, and trading can lose your money: /terms#risk\n\nHow the bot limits what a trade may lose stands in the guide: /guide#set-risk\n\n${self}`,
    unsure: `I am not sure that this is what you ask; if it is not, people answer at ${supportEmail} and at /contact`,
    nothing: `I found nothing about that, so I don’t know. People answer at ${supportEmail} and at /contact\n\n${self}`,
  };
}
