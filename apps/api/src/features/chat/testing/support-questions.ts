/** Questions as people ask them, and the sections that answer. */
export const SUPPORT_QUESTIONS: readonly (readonly [question: string, ...sections: string[]])[] = [
  ['What are the system requirements?', '/guide#requirements'],
  ['Can I run this on my macbook?', '/guide#requirements'],
  ['how do i install metatrader 5', '/guide#install-mt5'],
  ['How do I switch on algo trading?', '/guide#algo-trading-on', '/guide#allow-algo-trading'],
  ['how do I make an account here', '/guide#create-account'],
  ['I never received the verification mail', '/guide#verify-email'],
  ['I forgot my password, what now?', '/guide#cannot-sign-in'],
  ['How do I add a second configuration?', '/guide#add-configuration'],
  ['Why is Add Configuration disabled?', '/guide#add-configuration-disabled'],
  ['Which broker server should I pick?', '/guide#broker-server'],
  ['How much risk per trade is recommended?', '/guide#bot', '/guide#best-practices'],
  ['Is a stop loss mandatory?', '/guide#bot'],
  ['What does the daily loss limit do?', '/guide#bot'],
  ['How do I start the bot?', '/guide#start-bot'],
  ['What happens to open positions when I stop the bot?', '/guide#stop-bot'],
  ['The bot is running but it does not open any trades', '/guide#no-trades'],
  ['My orders get rejected', '/guide#orders-refused'],
  ['The bot has paused by itself', '/guide#bot-paused'],
  ['bot cant connect to my terminal', '/guide#no-connection'],
  ['Why is my trade history empty?', '/guide#history-empty'],
  ['What is in the setup checklist?', '/guide#setup-checklist'],
  ['Why is the token bar yellow?', '/guide#token-bar'],
  ['How can I use the paper bot?', '/guide#paper-bot'],
  ['How do I export candles from MetaTrader?', '/guide#paper-candles'],
  ['Can I upgrade later?', '/pricing#change-plan'],
  ['What if I run out of tokens?', '/pricing#exceed-limits', '/guide#token-bar'],
  ['Do you have a money back guarantee?', '/pricing#money-back'],
  ['Is there a free plan?', '/pricing#free-plan'],
  ['How much does the Elite plan cost?', '/pricing'],
  ['How many symbols are allowed on Starter?', '/pricing'],
  ['Do I save anything by paying yearly?', '/pricing#yearly'],
  ['How do I cancel?', '/pricing#cancel', '/refund#cancelling', '/terms#cancellation'],
  ['I was charged twice, do I get a refund?', '/refund#when'],
  ['How do I ask for a refund?', '/refund#ask', '/refund#write', '/refund#when'],
  ['What personal data do you store?', '/privacy#stored'],
  ['Do you use tracking cookies?', '/privacy#browser'],
  ['Please delete my account', '/privacy#keeping', '/privacy#rights'],
  ['How old do I have to be?', '/terms#age'],
  ['Am I allowed to share my account?', '/terms#fair-use'],
  ['What is your support phone number?', '/contact'],
];

/** The section a reply of the offline assistant quotes. */
export function sourceOf(reply: string): string | null {
  return /^From the .+: (\/\S+)$/m.exec(reply)?.[1] ?? null;
}

/** The questions that an assistant leads to a wrong section, or to none. */
export async function misledBy(
  ask: (question: string) => Promise<string>,
  source: (reply: string) => string | null,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [question, ...sections] of SUPPORT_QUESTIONS) {
    const found = source(await ask(question));
    if (found === null || !sections.includes(found)) wrong.push(`${question} → ${found}`);
  }
  return wrong;
}
