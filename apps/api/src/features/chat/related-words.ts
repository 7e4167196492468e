import { termsOf } from './words.ts';

/** Words people ask with, and the words the pages answer with. */
const RELATED: readonly (readonly [asked: string, written: string])[] = [
  ['expensive cheap cheapest charge pay', 'cost month'],
  ['buy', 'pay plan'],
  ['membership', 'plan'],
  ['chargeback', 'refund money'],
  ['telephone call ring', 'phone telephone'],
  ['human agent staff team somebody someone operator representative', 'contact person'],
  ['complain feedback report', 'contact complaint'],
  ['mt4', 'metatrader'],
  ['terminal', 'metatrader'],
  ['metatrader', 'terminal'],
  ['mac ubuntu hardware specs specification cpu ram', 'computer requirements windows'],
  ['android iphone ios mobile tablet chromebook ipad', 'windows requirements computer phone'],
  ['old minor teenager young age', 'age old older'],
  ['gdpr erase remove wipe deletion close', 'delete'],
  ['collect collected keep record save', 'store stored'],
  ['secure safe safety', 'protect security encryption'],
  ['hack hacked stolen leak breach intruder', 'security password session'],
  ['profitable earn income rich gains', 'profit earn'],
  ['loss', 'lose losses'],
  ['lose', 'loss'],
  ['position order', 'trade position'],
  ['trade', 'position order'],
  ['crash broken fault fail failed problem', 'work wrong'],
  ['disconnect connecting unreachable', 'connect connection'],
  ['coupon discount cheaper promo', 'discount save'],
  ['ai llm gpt chatgpt claude gemini openai anthropic', 'models language'],
  ['decide', 'vote decision quorum'],
  ['target', 'take profit'],
  ['currency gold market', 'symbol'],
  ['wife husband sister son daughter father mother brother', 'friend family'],
  ['internet wifi', 'connection'],
  ['whatsapp telegram chat discord', 'contact'],
  ['bought sold opened', 'trade'],
  ['setup program software application', 'install app'],
  ['upgrade downgrade switch', 'change upgrade'],
  ['edit modify', 'change'],
  ['exceed quota exhausted', 'limit limits exceed'],
  ['activate enable', 'confirm turn on switch'],
  ['inbox junk', 'mail'],
  ['forgot forgotten lost reset recover', 'forgotten password'],
  ['register registration signup join', 'sign account create register'],
  ['headquarters city country based', 'office location'],
  ['practice simulate backtest', 'demo paper simulated'],
  ['responsible sue damages', 'liability liable'],
  ['down downtime', 'outage unavailable'],
  ['offline silent', 'offline running'],
  ['performance report stats', 'statistics'],
  ['synchronise synchronize refresh', 'sync syncs'],
  ['withdraw deposit custody payout', 'money hold move'],
  ['paypal visa mastercard card', 'payment payments card'],
  ['bill billing', 'payment invoice'],
  ['fail failed', 'refuse overdue'],
  ['paused freeze frozen halt', 'paused pause'],
  ['minimum maximum', 'recommended limit'],
];

const BY_TERM = groupByTerm();
/** The stems that have kin. */
export const WITH_KIN: readonly string[] = [...BY_TERM.keys()];
const NONE: readonly string[] = [];

/** The stems that passages may use where a question uses this one; none when it has no kin. */
export function related(term: string): readonly string[] {
  return BY_TERM.get(term) ?? NONE;
}

function groupByTerm(): ReadonlyMap<string, readonly string[]> {
  const byTerm = new Map<string, readonly string[]>();
  for (const [asked, written] of RELATED) {
    for (const term of termsOf(asked))
      byTerm.set(term, [...new Set([...(byTerm.get(term) ?? []), ...termsOf(written)])]);
  }
  return byTerm;
}
