/** What a message is, beside a question that the pages may answer. */
export type Occasion = 'greeting' | 'thanks' | 'identity' | 'advice' | 'question';

const GREETING =
  /^(hi|hello|hey|hiya|yo|greetings|howdy|salam|salaam|as+alam+u? ?-?(o |u )?alaikum|good (morning|afternoon|evening|day))( there| all| team| everyone| bot)?$/;
const THANKS =
  /^(ok(ay)?[ ,]*)?(thanks|thank you|thx|ty|cheers|great|perfect|nice|cool|awesome)([ ,]+(a lot|so much|very much|thanks|thank you|again|for your help|for the help))*$/;
const IDENTITY =
  /\b(are|r) (you|u) (an? |the )?(real|human|person|robot|bot|ai|machine|someone|llm|chat ?bot|chatgpt|gpt|automated|automatic|alive)\b|\b(who|what) (are|r) (you|u)\b|\bam i (talking|speaking|chatting) (to|with) (an? )?(human|person|bot|robot|machine|ai|real)\b|\bwhat can (you|u) (do|help)\b/;

/** Asks for a judgement about the asker's own money or about where a market goes. */
const ADVICE: readonly RegExp[] = [
  /\b(should|shall|ought|better) (i|we|one)( \w+){0,2} (buy|sell|short|invest|hold|deposit|bet|gamble|borrow|go long|close my|open a (trade|position)|put (my|all|money))\b/,
  /\b(buy|sell|long|short) or (buy|sell|hold|long|short)\b/,
  /\b(what|which)( \w+){0,3} (should|shall|do|would) (i|we) (\w+ )?(buy|sell|invest|trade|short)\b|\bwhat to (buy|sell|invest|trade|short)\b/,
  /\b(is|was|would) (it|now|this|today)( \w+){0,3} (good|right|best|bad|safe|wise|smart)( \w+){0,2} (time|moment|idea|day)?( \w+){0,2} ?(to |for )?(buy|sell|invest|trad|short|enter)/,
  /\b(will|is|are|can|does)( the)? \S+( \w+){0,2} (go|going|gonna|going to) (up|down|rise|fall|crash|moon)\b/,
  /\bwill( the)? \S+( \w+)? (rise|fall|drop|crash|recover|increase|decrease|go higher|go lower)\b/,
  /\b(how much|what part)( \w+){0,3} (should|shall|to|can|do) (i |we )?(invest|deposit|put|stake)\b/,
  /\b(price|market|trading|forex|gold|euro?usd|xauusd|bitcoin|btc) (prediction|forecast|outlook|signal|tip)s?\b/,
  /\b(predict|forecast)\b.*\b(price|market|gold|euro|dollar|eurusd|xauusd|bitcoin|btc|pair)\b/,
  /\b(give|recommend|suggest|tell)( me)?( \w+){0,3} (signals?|tips?|stocks?|shares|coins?|pairs? to (buy|trade|sell)|trades? to (make|take|place)|what to (buy|sell|invest))\b/,
  /\b(best|good|top) (stocks?|coins?|shares|crypto|investments?|pairs? to (buy|trade|sell)|thing to (buy|invest))\b/,
  /\b(financial|investment|investing|trading|personal) (advice|recommendation)\b/,
  /\bmy (savings|pension|retirement|life savings|salary|mortgage|rent money)\b/,
];
/** Buying a plan is no trade. */
const ABOUT_PLANS =
  /\b(plan|plans|subscription|starter|pro|elite|premium|upgrade|license|licence)\b/;
const ABOUT_TERMS =
  /\b(do|does|is|are) (you|this|it|the (service|bot|assistant))( \w+){0,3} (financial|investment) advice\b/;

export function occasionOf(message: string): Occasion {
  const plain = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  const bare = plain
    .replace(/[\s!.,?:;)(]+$/u, '')
    .replace(/[!.]+ */g, ' ')
    .trim();
  if (GREETING.test(bare)) return 'greeting';
  if (THANKS.test(bare)) return 'thanks';
  if (
    !ABOUT_TERMS.test(plain) &&
    !ABOUT_PLANS.test(plain) &&
    ADVICE.some((form) => form.test(plain))
  )
    return 'advice';
  if (IDENTITY.test(plain)) return 'identity';
  return 'question';
}
