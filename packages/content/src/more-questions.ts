import type { Question } from './document.ts';

/**
 * What else people ask before they pay. The assistant answers these with words of its own (`help-*.ts`), so that
 * only the site shows them.
 */
export const MORE_QUESTIONS: readonly Question[] = [
  {
    id: 'decisions',
    question: 'How many decisions do my tokens pay for?',
    answer:
      'It depends on who votes. The comparison above counts with three language models, asked once when a bar closes. More models or a second round take more. Our own rule analysts take next to nothing: 100 tokens for a decision.',
  },
  {
    id: 'carry-over',
    question: 'Do unused tokens carry over?',
    answer:
      'No. Tokens are counted per billing cycle, and what is left at its end is not added to the next one.',
  },
  {
    id: 'how-to-pay',
    question: 'How can I pay?',
    answer:
      'By card, and by the other methods that the checkout shows for your country. A payment provider handles it; we never see your card number. Plans are billed monthly or by the year. There is no lifetime licence.',
  },
  {
    id: 'invoice',
    question: 'Do I get an invoice?',
    answer:
      'Yes. In the dashboard, under Overview, press Payments beside your subscription. Every bill is there with its invoice.',
  },
  {
    id: 'taxes',
    question: 'What about taxes?',
    answer:
      'The checkout shows the tax of your country and the total before you pay. We cannot advise on tax on your trading results. Export gives you a list of your trades for your adviser.',
  },
  {
    id: 'lose',
    question: 'How much can I lose?',
    answer:
      'You can lose all the money in your trading account. The bot limits that: every order has a stop loss, a trade risks 1-2% of the account, and daily and weekly limits stop new trades. Prices can jump past a stop, so no limit is certain.',
  },
  {
    id: 'stop-loss',
    question: 'Does every trade have a stop loss?',
    answer:
      'Yes. The stop loss is sent with the order and cannot be turned off. An order without one is never sent. There is no martingale and no grid.',
  },
  {
    id: 'outage',
    question: 'What happens when my computer or your service is down?',
    answer:
      'Open positions keep their stop loss and take profit at your broker. Nothing new is opened. While MetaTrader 5 still runs, its expert keeps watch over your limits. We notify you when your bot goes offline.',
  },
  {
    id: 'news',
    question: 'Does it trade through news?',
    answer:
      'It refuses trades while the spread is far above the usual one. Rules of a prop firm with a news window stop new trades around listed events. You can also pause it yourself, from any browser.',
  },
  {
    id: 'platforms',
    question: 'Which platforms does it work with?',
    answer:
      'MetaTrader 5 on Windows 10 or 11, 64-bit. It does not work with MetaTrader 4, cTrader or TradingView. Paper trading and the dashboard run in any browser, on a phone too.',
  },
  {
    id: 'markets',
    question: 'Which markets does it trade?',
    answer:
      'Currency pairs, gold (XAUUSD) and silver (XAGUSD), as far as your broker has them, on timeframes from M1 to D1. It trades no crypto, stocks, indices or oil.',
  },
  {
    id: 'minimum',
    question: 'How much money do I need to start?',
    answer:
      'None for a paper or demo account. We ask for no minimum deposit; your broker may. Where even the smallest order would lose more than your risk per trade allows, the trade is refused.',
  },
  {
    id: 'try',
    question: 'Can I try it without installing anything?',
    answer:
      'Yes. Sign up and press Start paper trading: it trades a practice account on our servers, and you watch in the browser. It needs no card, no broker and no download.',
  },
  {
    id: 'computer-on',
    question: 'Does my computer have to stay on?',
    answer:
      'For paper trading, no: it runs on our servers. For your broker account, yes: the bot runs beside MetaTrader 5 on your Windows computer. A Windows VPS stays on for you.',
  },
  {
    id: 'own-key',
    question: 'Do I need a key of my own?',
    answer:
      'No. We ask the models, and your plan counts the tokens. You need no account with OpenAI, Anthropic or Google. A key of your own cannot be entered.',
  },
  {
    id: 'proven',
    question: 'Is it proven to work?',
    answer:
      'Not as a way to make money, and we do not claim so. Each analyst is measured against what price did next, and you see the figures with their sample size. A real account opens nothing before 300 results of that market are known, unless you decide otherwise.',
  },
];
