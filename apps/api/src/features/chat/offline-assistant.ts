import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import type { ChatTurn } from '@quorate/contract/chat';
import { type I18n, i18nOf } from '../../words/i18n.ts';
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
 * names its address. Whoever is signed in is told their own figures as well. What a message orders it to do
 * changes nothing, because nothing here follows orders. It speaks one language: that of its pages and of the
 * words it searches by.
 *
 * @example await createOfflineAssistant(DEFAULT_BRAND).reply('How do I cancel?', []);
 */
export function createOfflineAssistant(
  brand: Brand,
  { i18n = i18nOf('en'), nowMs }: { i18n?: I18n; nowMs?: () => number } = {},
): Assistant {
  const search = createSearch(libraryOf(brand, i18n), nowMs);
  const said = ownWords(i18n, brand, 'offline');
  const leaveOutName = createLeaveOutName(brand.name, i18n);
  return {
    async reply(message, history, asker) {
      const question = leaveOutName(message);
      const isQuestion = occasionOf(question) === 'question';
      const own = isQuestion && asker?.own ? await answerOfOwn(i18n, asker.own, question) : null;
      if (own !== null) return `${own}\n\n${said.who}`;
      return replyTo(
        { i18n, search, said },
        question,
        history.map((turn) => ({ ...turn, content: leaveOutName(turn.content) })),
      );
    },
  };
}

type Knowledge = { i18n: I18n; search: Search; said: OwnWords };

function replyTo(
  { i18n, search, said }: Knowledge,
  message: string,
  history: readonly ChatTurn[],
): string {
  const occasion = occasionOf(message);
  if (occasion !== 'question') return said[occasion];
  const found = findPassages(search, message, history);
  const [best] = found;
  if (!best) return said.nothing;
  const { page, title, address } = best.passage;
  const from = i18n.t(
    msg`From the ${{ page }}, “${{ title: withoutStop(title) }}”: ${{ address }}`,
  );
  const further = furtherPlaces(i18n, found, best);
  return [
    ...(best.isSure ? [] : [said.unsure]),
    excerptOf(best),
    [from, ...further].join('\n'),
    said.who,
  ].join('\n\n');
}

function furtherPlaces({ t }: I18n, found: readonly Found[], best: Found): string[] {
  const addresses = found
    .filter(({ score }) => score >= best.score * FURTHER_FROM)
    .map(({ passage }) => passage.address)
    .filter((address) => address !== best.passage.address);
  return [...new Set(addresses)]
    .slice(0, FURTHER_MAX)
    .map((address) => t(msg`See also: ${{ address }}`));
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

type OwnWords = Readonly<
  Record<Exclude<Occasion, 'question'> | 'nothing' | 'unsure' | 'who', string>
>;

/** Sentences of our own; everything else an answer says stands on the site. */
export function ownWords(
  { t }: I18n,
  { name, supportEmail: support }: Brand,
  who: 'offline' | 'model',
): OwnWords {
  /** Who answers; it closes every answer. */
  const closing = {
    offline: msg`I am the offline assistant: I look answers up in the pages of this site.`,
    model: msg`I am an AI assistant: a language model wrote this from the pages of this site, and it can be wrong.`,
  }[who];
  const self = t({ offline: closing, model: msg`I am an AI assistant.` }[who]);
  const writer = {
    offline: msg`No person and no language model writes here.`,
    model: msg`A language model writes here, no person.`,
  }[who];
  const people = t(msg`People answer at ${{ support }} and at /contact`);
  const sentences = (...all: string[]) => all.join(' ');
  const paragraphs = (...all: string[]) => all.join('\n\n');
  return {
    who: t(closing),
    greeting: sentences(
      t(msg`Hello!`),
      self,
      t(msg`Ask me about the setup, plans, limits, payments, refunds or privacy.`),
    ),
    thanks: paragraphs(t(msg`You are welcome. The whole setup stands in the guide: /guide`), self),
    identity: sentences(self, t(writer), people),
    advice: paragraphs(
      t(
        msg`I cannot give personal financial advice: whether to buy, sell, hold or invest, and how much, is your decision. ${{ brand: name }} promises no result, and trading can lose your money: /terms#risk`,
      ),
      t(msg`How the bot limits what a trade may lose stands in the guide: /guide#set-risk`),
      self,
    ),
    unsure: t(
      msg`I am not sure that this is what you ask; if it is not, people answer at ${{ support }} and at /contact`,
    ),
    nothing: paragraphs(
      sentences(t(msg`I found nothing about that, so I don’t know.`), people),
      self,
    ),
  };
}
