import type { Brand } from '@quorate/contract/brand';
import type { ChatTurn } from '@quorate/contract/chat';
import type { Assistant } from './assistant.ts';
import { excerptOf } from './excerpt.ts';
import { libraryOf } from './library.ts';
import { createLeaveOutName } from './product-name.ts';
import { createSearch, type Found, type Search } from './search.ts';
import { type Occasion, occasionOf } from './small-talk.ts';
import { termsOf } from './words.ts';

const WHO = 'I am the offline assistant: I look answers up in the pages of this site.';

type OwnWords = Readonly<Record<Exclude<Occasion, 'question'> | 'nothing', string>>;

/** Sentences of our own; everything else an answer says stands on the site. */
function ownWords({ name, supportEmail }: Brand): OwnWords {
  return {
    greeting: `Hello! ${WHO} Ask me about the setup, plans, limits, payments, refunds or privacy.`,
    thanks: `You are welcome. The whole setup stands in the guide: /guide`,
    identity: `${WHO} No person and no language model writes here. People answer at ${supportEmail} and at /contact`,
    advice: `I cannot give personal financial advice: whether to buy, sell, hold or invest, and how much, is your decision. ${name} promises no result, and trading can lose your money: /terms#risk\n\nHow the bot limits what a trade may lose stands in the guide: /guide#set-risk`,
    nothing: `I found nothing about that in the guide, the questions, the plans or the policies. People answer at ${supportEmail} and at /contact\n\n${WHO}`,
  };
}

/** How many further places an answer names, and how close to the best they must come. */
const FURTHER_MAX = 2;
const FURTHER_FROM = 0.62;

/**
 * Answers without any key or network, from the site's own pages: it searches, quotes the best section and
 * names its address. What a message orders it to do changes nothing, because nothing here follows orders.
 *
 * @example await createOfflineAssistant(DEFAULT_BRAND).reply('How do I cancel?', []);
 */
export function createOfflineAssistant(brand: Brand): Assistant {
  const search = createSearch(libraryOf(brand));
  const said = ownWords(brand);
  const leaveOutName = createLeaveOutName(brand.name);
  return {
    reply: async (message, history) =>
      replyTo(
        { search, said },
        leaveOutName(message),
        history.map((turn) => ({ ...turn, content: leaveOutName(turn.content) })),
      ),
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
  const found = findIn(search, message, history);
  const [best] = found;
  if (!best) return said.nothing;
  const { page, title, address } = best.passage;
  const further = furtherPlaces(found, best);
  return [
    excerptOf(best),
    [`From the ${page}, “${withoutStop(title)}”: ${address}`, ...further].join('\n'),
    WHO,
  ].join('\n\n');
}

/** A question that leans on the one before it ("and for Elite?", "how long?") is asked with it. */
function findIn(search: Search, message: string, history: readonly ChatTurn[]): readonly Found[] {
  const found = search.find(message);
  const before = history.findLast(({ role }) => role === 'user');
  if (found.length > 0 || !before) return found;
  const terms = termsOf(message);
  return terms.every((term) => search.knows(term))
    ? search.find(`${message} ${before.content}`)
    : found;
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
