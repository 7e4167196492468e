import type { Brand } from '@quorate/contract/brand';
import type { ChatTurn } from '@quorate/contract/chat';
import type { Assistant } from './assistant.ts';
import { excerptOf } from './excerpt.ts';
import { findPassages } from './find-passages.ts';
import { libraryOf } from './library.ts';
import { answerOfOwn } from './own-data/own-answer.ts';
import { type OwnWords, ownWords, WHO } from './own-words.ts';
import { createLeaveOutName } from './product-name.ts';
import { createSearch, type Found, type Search } from './search.ts';
import { occasionOf } from './small-talk.ts';

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
