import type { Brand } from '@quorate/contract/brand';
import type { ChatTurn } from '@quorate/contract/chat';
import { asksAdvice, plainWords } from './advice.ts';
import type { Assistant } from './assistant.ts';
import { createLeaveOutName, excerptOf, findPassages, libraryOf } from './library.ts';
import { answerOfOwn } from './own-data/own-answer.ts';
import { createSearch, type Found, type Search } from './search.ts';

/** How many further places an answer names, and how close to the best they must come. */
const FURTHER_MAX = 2;
const FURTHER_FROM = 0.62;

/**
 * Answers without any key or network, from the site's own pages: it searches, quotes the best section and
 * names its address. Whoever is signed in is told their own figures as well. What a message orders it to do changes nothing, because nothing here follows orders.
 *
 * @example await createOfflineAssistant(DEFAULT_BRAND).reply('How do I cancel?', []);
 */
export function createOfflineAssistant(brand: Brand): Assistant {
  const search = createSearch(libraryOf(brand));
  const said = ownWords(brand, 'offline');
  const leaveOutName = createLeaveOutName(brand.name);
  return {
    async reply(message, history, asker) {
      const question = leaveOutName(message);
      const isQuestion = occasionOf(question) === 'question';
      const own = isQuestion && asker?.own ? await answerOfOwn(asker.own, question) : null;
      if (own !== null) return `${own}\n\n${WHO.offline}`;
      return replyTo(
        { search, said },
        question,
        history.map((turn) => ({ ...turn, content: leaveOutName(turn.content) })),
      );
    },
  };
}

type Knowledge = { search: Search; said: OwnWords };

function replyTo(
  { search, said }: Knowledge,
  message: string,
  history: readonly ChatTurn[],
): string {
  const occasion = occasionOf(message);
  if (occasion !== 'question') return said[occasion];
  const found = findPassages(search, message, history);
  const [best] = found;
  if (!best) return said.nothing;
  const { page, title, address } = best.passage;
  const further = furtherPlaces(found, best);
  return [
    ...(best.isSure ? [] : [said.unsure]),
    excerptOf(best),
    [`From the ${page}, “${withoutStop(title)}”: ${address}`, ...further].join('\n'),
    WHO.offline,
  ].join('\n\n');
}

function furtherPlaces(found: readonly Found[], best: Found): string[] {
  const addresses = found
    .filter(({ score }) => score >= best.score * FURTHER_FROM)
    .map(({ passage }) => passage.address)
    .filter((address) => address !== best.passage.address);
  return [...new Set(addresses)].slice(0, FURTHER_MAX).map((address) => `See also: ${address}`);
}

function withoutStop(title: string): string {
  return title.replace(/[.?]$/, '');
}

/** What a message is, beside a question that the pages may answer. */
type Occasion = 'greeting' | 'thanks' | 'identity' | 'advice' | 'question';

const GREETING =
  /^(hi|hello|hey|hiya|yo|greetings|howdy|salam|salaam|as+alam+u? ?-?(o |u )?alaikum|good (morning|afternoon|evening|day))( there| all| team| everyone| bot)?$/;
const THANKS =
  /^(ok(ay)?[ ,]*)?(thanks|thank you|thx|ty|cheers|great|perfect|nice|cool|awesome)([ ,]+(a lot|so much|very much|thanks|thank you|again|for your help|for the help))*$/;
const IDENTITY =
  /\b(are|r) (you|u) (an? |the )?(real|human|person|robot|bot|ai|machine|someone|llm|chat ?bot|chatgpt|gpt|automated|automatic|alive)\b|\b(who|what) (are|r) (you|u)\b|\bam i (talking|speaking|chatting) (to|with) (an? )?(human|person|bot|robot|machine|ai|real)\b|\bwhat can (you|u) (do|help)\b/;

/** Buying a plan is no trade. */
const ABOUT_PLANS =
  /\b(plan|plans|subscription|starter|pro|elite|premium|upgrade|license|licence)\b/;
const ABOUT_TERMS =
  /\b(do|does|is|are) (you|this|it|the (service|bot|assistant))( \w+){0,3} (financial|investment) advice\b/;

export function occasionOf(message: string): Occasion {
  const plain = plainWords(message);
  const bare = plain
    .replace(/[\s!.,?:;)(]+$/u, '')
    .replace(/[!.]+ */g, ' ')
    .trim();
  if (GREETING.test(bare)) return 'greeting';
  if (THANKS.test(bare)) return 'thanks';
  if (!ABOUT_TERMS.test(plain) && !ABOUT_PLANS.test(plain) && asksAdvice(plain)) return 'advice';
  if (IDENTITY.test(plain)) return 'identity';
  return 'question';
}

type OwnWords = Readonly<Record<Exclude<Occasion, 'question'> | 'nothing' | 'unsure', string>>;

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
