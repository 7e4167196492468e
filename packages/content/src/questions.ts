import type { Question } from './document.ts';

/** What people ask before they choose a plan; answers are plain sentences without marks. */
export const QUESTIONS: readonly Question[] = [
  {
    id: 'change-plan',
    question: 'Can I change my plan later?',
    answer: 'Yes. You can change plans at any time, and the change takes effect immediately.',
  },
  {
    id: 'exceed-limits',
    question: 'What happens when I exceed my limits?',
    answer:
      'The bot pauses until your next billing cycle begins or you upgrade. It tells you which limit was reached and until when; positions that are open keep their stops and stay managed. Symbols, trades and terminal accounts are counted per trading day and start again at 00:00 UTC; tokens are counted per billing cycle.',
  },
  {
    id: 'money-back',
    question: 'Is there a money-back guarantee?',
    answer: 'Yes. Paid plans come with a 30-day money-back guarantee.',
  },
  {
    id: 'free-plan',
    question: 'Is there a free plan?',
    answer:
      'Yes. The Free plan costs nothing and needs no card. It is enough to run the bot on a demo account and to see how it decides.',
  },
  {
    id: 'token',
    question: 'What is a token?',
    answer:
      'The unit in which language models count text. Every analysis costs some; the dashboard shows how many you have used and how many remain.',
  },
  {
    id: 'yearly',
    question: 'What does paying by the year save?',
    answer:
      'A year costs ten times the monthly price, so two months are free. It is billed once, and the pricing page shows what that comes to in a month.',
  },
  {
    id: 'terminal-accounts',
    question: 'How many trading accounts can I connect?',
    answer:
      'One terminal account a day on the Free plan, any number on a paid one. Demo and real accounts count alike. Paper accounts are counted apart: 1 on Free, 2 on Starter, 5 on Pro and 20 on Elite.',
  },
  {
    id: 'password',
    question: 'Do you get my trading password?',
    answer:
      'No. It stays in the desktop app on your computer. The service sees market data, decisions and trades, and it cannot move your money.',
  },
  {
    id: 'profit',
    question: 'Will the bot make a profit?',
    answer:
      'Nobody can promise that. Most of what it does is refuse: without a quorum, agreement and a result that pays its costs there is no trade, and no trade goes without a stop. Where your analysts show no skill, we say so. Run it on a demo account, and judge by the record.',
  },
  {
    id: 'which-models',
    question: 'Which models vote?',
    answer:
      'Third-party language models where they are configured: OpenAI GPT, Anthropic Claude and Google Gemini, beside offline analysts of our own. Every decision names who voted, how and why.',
  },
  {
    id: 'windows-app',
    question: 'Can I download the Windows app?',
    answer:
      'In the dashboard, under Overview, as soon as a release is published; until then it says that the app is not released yet. The paper bot runs from the command line, on a simulated account with real candles; the setup guide shows how.',
  },
  {
    id: 'cancel',
    question: 'How do I cancel?',
    answer:
      'In the dashboard, under Overview. After cancellation, access lasts to the end of the billing cycle unless you choose to end it at once.',
  },
];
