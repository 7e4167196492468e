/** An answer for what customers ask in words that no page uses. */
export type HelpAnswer = Readonly<{
  title: string;
  answer: string;
  /** The section that says more. */
  address: `/${string}`;
  /** How it is asked; others will use words of their own. */
  asked: readonly string[];
}>;

export const HELP: readonly HelpAnswer[] = [
  {
    title: 'Supported brokers',
    answer:
      'Any broker that offers MetaTrader 5 (MT5) works, with a demo or a real account. Your orders go through your own terminal.',
    address: '/guide#requirements',
    asked: [
      'which brokers are supported',
      'what broker can I use',
      'does it work with my broker',
      'recommended broker',
      'broker list',
      'can I keep my broker',
    ],
  },
  {
    title: 'What you can lose',
    answer:
      'You can lose all the money in your trading account. The bot limits the loss: every order has a stop loss, risk per trade is 1-2% of the account, and the daily loss limit and weekly loss limit stop new trades. Prices can jump past a stop, so no limit is certain. Read the risks: /terms#risk',
    address: '/guide#set-risk',
    asked: [
      'how much can I lose',
      'maximum loss',
      'max loss',
      'can I lose everything',
      'lose all my money',
      'worst case',
      'what if it loses',
    ],
  },
  {
    title: 'No profit is promised',
    answer:
      'Nobody can promise a profit, and most bars end without a trade. Run the bot on a demo account first and judge by the record.',
    address: '/pricing#profit',
    asked: [
      'will I make profit for sure',
      'guaranteed profit a month',
      'is it a scam',
      'is it legit or fake',
      'looks like a scam',
      'prove that it works',
      'sure profit promise',
      'how much will I earn',
    ],
  },
  {
    title: 'The stop loss stays on',
    answer:
      'The stop loss cannot be turned off: every order has one, and the bot sends none without it. You can set the risk per trade instead.',
    address: '/guide#bot',
    asked: [
      'turn off the stop loss',
      'disable stop loss',
      'stop loss always gets hit',
      'remove stop loss',
      'trade without a stop loss',
      'is a stop loss required',
      'does every trade have a stop loss',
      'stop loss mandatory',
      'no sl',
    ],
  },
  {
    title: 'Keep your passwords to yourself',
    answer:
      'Never share a password with anybody, support included. Your trading password stays in the desktop app on your computer, and we never ask for it.',
    address: '/pricing#password',
    asked: [
      'I will send you my password',
      'here is my password',
      'use my password to log in for me',
      'give support my broker password',
      'log in for me',
      'share my mt5 password',
      'do you need my password',
    ],
  },
  {
    title: 'Access to your money',
    answer:
      'The service cannot move your money. It holds no deposits and has no way to withdraw; your money stays at your broker.',
    address: '/pricing#password',
    asked: [
      'withdraw my money',
      'access to my funds',
      'take money out of my account',
      'can the bot withdraw',
      'is my money safe',
    ],
  },
  {
    title: 'Trading losses and refunds',
    answer:
      'Losses in the market are not a reason for a refund, and no result is promised. Paid plans have a 30-day money-back guarantee for the price of the plan. Write to us about what happened: /contact',
    address: '/refund#results',
    asked: [
      'your bot lost all my money I want it back',
      'you lost my money',
      'bot blew my account refund',
      'I lost everything give it back',
      'refund my losses',
    ],
  },
  {
    title: 'A tool, not advice',
    answer:
      'The service gives no financial advice, is no broker and does not hold or manage money. It is software that trades on your terminal by your settings.',
    address: '/terms#service',
    asked: [
      'are you regulated',
      'is this financial advice',
      'do you manage my money',
      'do you have a licence',
      'are you a broker',
    ],
  },
  {
    title: 'When the bot is not running',
    answer:
      'Sign in and look at the dashboard: it shows the state of your bot and when it was last seen. To start it, choose your configuration in the desktop app and press Start Bot.',
    address: '/guide#start-bot',
    asked: [
      'my bot is not running',
      'bot says not running',
      'bot does not run',
      'bot stopped',
      'bot is offline',
      'bot does not start',
      'how do I start the bot',
    ],
  },
  {
    title: 'When no trade is opened',
    answer:
      'A trade needs a quorum of analysts that agree, so most bars end without one. The last decisions say why. If there are none, check that the pair is in Market Watch and the market is open.',
    address: '/guide#no-trades',
    asked: [
      'why does it not open trades',
      'bot runs but no trades',
      'no trades for days',
      'bot is running but does not trade',
    ],
  },
  {
    title: 'Computers and phones',
    answer:
      'The bot needs Windows 10 or 11, 64-bit. It does not run on macOS, Linux or a phone; the dashboard opens in any browser.',
    address: '/guide#requirements',
    asked: [
      'does it work on mac',
      'macbook',
      'run on macos or linux',
      'android app',
      'use it on my iphone',
      'mobile version',
      'phone app',
      'tablet',
    ],
  },
  {
    title: 'Keep the computer on',
    answer:
      'Your computer must stay on while the bot trades, with the terminal open. A computer that sleeps does not trade; a Windows VPS stays on for you. Open positions keep their stop loss at the broker.',
    address: '/guide#requirements',
    asked: [
      'leave my pc on',
      'trade when my laptop is off',
      'close my computer',
      'vps',
      'run all night',
    ],
  },
  {
    title: 'Try without real money',
    answer:
      'Use a demo account of your broker: every configuration begins as Demo. The paper bot trades a simulated account from the command line.',
    address: '/guide#paper-bot',
    asked: [
      'test without real money',
      'demo mode',
      'try with fake money',
      'practice account',
      'paper trading',
    ],
  },
  {
    title: 'Stopping the bot',
    answer:
      'When you stop the bot, open positions keep the stop loss and take profit they have at the broker. Close everything closes them.',
    address: '/guide#stop-bot',
    asked: [
      'what happens to my trades when I stop the bot',
      'do positions close if I stop it',
      'stop bot open positions',
      'how do I stop the bot',
    ],
  },
  {
    title: 'How the bot decides',
    answer:
      'When a bar closes, the analysts vote. Only if a quorum agrees and the risk desk allows it, an order goes out.',
    address: '/guide#monitor',
    asked: [
      'how does the bot decide',
      'what is a quorum',
      'who votes on trades',
      'how do analysts agree',
    ],
  },
  {
    title: 'What the plans cost',
    answer: '{{plans}}',
    address: '/pricing',
    asked: [
      'how much are the plans',
      'cheapest paid plan',
      'prices',
      'what does it cost',
      'price list',
      'how expensive',
    ],
  },
  {
    title: 'Stop paying',
    answer:
      'Cancel in the dashboard, under Overview. Access lasts to the end of the billing cycle unless you choose to end it at once.',
    address: '/pricing#cancel',
    asked: [
      'how do I cancel',
      'unsubscribe',
      'stop charging me',
      'stop my subscription',
      'end my plan',
    ],
  },
  {
    title: 'Charged twice',
    answer:
      'If you were charged twice, or a wrong amount, we refund it. Write to us with the date and the amount.',
    address: '/refund#when',
    asked: [
      'I was charged twice',
      'double charge on my card',
      'you took the money two times',
      'wrong amount charged',
      'charged too much',
    ],
  },
  {
    title: 'Changing your plan',
    answer: 'You can change plans at any time, and the change takes effect immediately.',
    address: '/pricing#change-plan',
    asked: ['upgrade later', 'switch from starter to pro', 'change my plan', 'downgrade'],
  },
  {
    title: 'Getting MetaTrader 5',
    answer:
      'Download MetaTrader 5 from your broker, so that the broker’s servers are in its list. Install it and start it.',
    address: '/guide#install-mt5',
    asked: ['how to install metatrader', 'where do I get mt5', 'download mt5', 'install mt5'],
  },
  {
    title: 'Missing trades',
    answer:
      'Start the bot once: it syncs when it starts. Check the filters, too: a date or an account type may hide trades.',
    address: '/guide#history-empty',
    asked: [
      'my trades are missing',
      'history is empty',
      'I do not see my trades in the dashboard',
      'trades do not show up',
    ],
  },
  {
    title: 'Forgotten password',
    answer:
      'Ask for a link to set a new password on the sign-in page, under Forgot password. If the account is new, confirm its address first.',
    address: '/guide#cannot-sign-in',
    asked: ['forgot my password', 'cannot log in', 'reset password', 'reset pw', 'locked out'],
  },
  {
    title: 'Who sees your data',
    answer:
      'We do not sell your data and show no advertising. Only those without whom the service would not work get the part they need, such as the payment provider.',
    address: '/privacy#others',
    asked: [
      'do you sell my data',
      'who gets my data',
      'is my info shared with others',
      'share my personal information',
    ],
  },
  {
    title: 'Minimum age',
    answer: 'You must be at least 16 years old. Your broker may ask for a higher age.',
    address: '/terms#age',
    asked: ['how old do I have to be', 'I am 15 can I use it', 'minimum age', 'too young'],
  },
  {
    title: 'One person, one account',
    answer: 'One person, one account: do not share your login with friends or family.',
    address: '/terms#fair-use',
    asked: [
      'share my account with a friend',
      'my brother wants to use my login',
      'two people one account',
      'family account',
    ],
  },
  {
    title: 'Talk to a person',
    answer: '{{contact}}',
    address: '/contact',
    asked: [
      'talk to a human',
      'real person please',
      'speak to someone',
      'contact support',
      'call you',
      'support phone number',
    ],
  },
];
