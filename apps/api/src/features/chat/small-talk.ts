import { asksAdvice, plainWords } from './advice.ts';

/** What a message is, beside a question that the pages may answer. */
export type Occasion = 'greeting' | 'thanks' | 'identity' | 'advice' | 'question';

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
