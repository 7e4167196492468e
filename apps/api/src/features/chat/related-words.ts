import { termsOf } from './words.ts';

/** Words people ask with, and the words the pages answer with. */
const RELATED: readonly (readonly [asked: string, written: string])[] = [
  ['cost price expensive cheap fee charge', 'price cost month'],
  ['membership subscribe', 'subscription plan'],
  ['reimburse reimbursement chargeback cash', 'refund money'],
  ['login log signin logon', 'sign'],
  ['unsubscribe terminate quit', 'cancel'],
  ['telephone call ring', 'phone telephone'],
  ['human agent staff team somebody someone operator representative', 'contact person'],
  ['complain feedback', 'contact complaint'],
  ['metatrader mt4 metaquotes', 'mt5 metatrader terminal'],
  ['mt5', 'metatrader terminal'],
  [
    'macbook imac apple ubuntu pc hardware specs specification cpu',
    'computer requirements windows',
  ],
  ['android iphone ios mobile tablet chromebook', 'windows requirements computer'],
  ['old minor teenager young age', 'age old older'],
  ['gdpr erase remove wipe deletion', 'delete'],
  ['collect collected keep record', 'store stored'],
  ['secure safe safety hack hacked leak breach', 'protect security encryption'],
  ['profitable earn income rich gains', 'profit earn'],
  ['crash broken bug error fail problem', 'work wrong'],
  ['disconnect connecting unreachable', 'connect connection'],
  ['annual annually yearly year', 'year yearly annual'],
  ['coupon discount cheaper', 'discount save'],
  ['ai llm gpt chatgpt claude gemini openai anthropic', 'models language'],
  ['decide', 'vote decision quorum'],
  ['sl stoploss', 'stop loss'],
  ['tp target', 'take profit'],
  ['currency instrument eurusd gold xauusd market', 'pair pairs symbols'],
  ['setup program software application', 'install app'],
  ['upgrade downgrade switch', 'change upgrade'],
  ['exceed quota exhausted', 'limit limits exceed'],
  ['verify verification activate', 'confirm verification'],
  ['e inbox junk', 'mail email'],
  ['forgot forgotten lost reset recover', 'forgotten password'],
  ['register registration signup join', 'sign account create register'],
  ['headquarters city country based', 'office location'],
  ['practice simulate backtest', 'demo paper simulated'],
  ['responsible sue damages', 'liability liable'],
  ['down downtime offline', 'outage unavailable'],
  ['performance report stats', 'statistics'],
  ['synchronise synchronize refresh', 'sync syncs'],
  ['withdraw deposit funds custody', 'money hold move'],
  ['paypal visa mastercard card', 'payment payments card'],
  ['rejected declined denied', 'refused orders'],
  ['paused freeze frozen halt', 'paused pause'],
  ['minimum recommended', 'recommended'],
];

const BY_TERM = groupByTerm();

/** The stems that passages may use where a question uses this one; none when it has no kin. */
export function related(term: string): readonly string[] {
  return [...(BY_TERM.get(term) ?? [])];
}

function groupByTerm(): ReadonlyMap<string, ReadonlySet<string>> {
  const byTerm = new Map<string, Set<string>>();
  for (const [asked, written] of RELATED) {
    for (const term of termsOf(asked)) {
      const others = byTerm.get(term) ?? new Set<string>();
      for (const other of termsOf(written)) others.add(other);
      byTerm.set(term, others);
    }
  }
  return byTerm;
}
