import type { HelpAnswer } from './help-answer.ts';

/** On brokers, computers, the app and what it shows. */
export const HELP_SETUP: readonly HelpAnswer[] = [
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
      'is my bot alive',
      'is everything fine with my bot',
      'is the bot ok',
      'check that the bot works',
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
    title: 'One bot for each account',
    answer:
      'Each configuration has a bot of its own, and several run on one computer. Each account needs a MetaTrader 5 installation of its own; Free runs 1 terminal account, Premium any number.',
    address: '/guide#add-configuration',
    asked: [
      'run two bots on the same computer',
      'several bots at once',
      'second bot',
      'trade two accounts at the same time',
      'more than one mt5 on one pc',
      'separate bot for each account',
    ],
  },
  {
    title: 'Names of symbols at your broker',
    answer:
      'Write the pair without the suffix: the bot finds the name that your broker uses, such as EURUSD.a. Where two fit, it asks which.',
    address: '/guide#show-symbols',
    asked: [
      'my broker names the pair differently',
      'symbol has a suffix',
      'EURUSD.m or EURUSD.a',
      'symbol not found at my broker',
      'wrong symbol name',
    ],
  },
  {
    title: 'Alerts',
    answer:
      'We tell you by mail, and in browsers where you switch it on, within a minute when your bot goes offline. Settings: on the dashboard under Security, Notifications.',
    address: '/dashboard',
    asked: [
      'alert me when the bot goes offline',
      'notify me',
      'notifications',
      'get a message when the bot stops',
      'push notification on my phone',
      'turn off the mails',
      'stop sending me mails',
      'how will I know that the bot is down',
    ],
  },
  {
    title: 'Updates of the app',
    answer:
      'The desktop app updates itself. On the dashboard, under Overview, the newest version can be downloaded once it is released.',
    address: '/guide#requirements',
    asked: [
      'how do I update the app',
      'new version',
      'update the bot',
      'which version do I have',
      'app is outdated',
    ],
  },
  {
    title: 'Removing the app',
    answer:
      'Uninstall it in Windows like any other program. It stops the bots, and asks before it removes your data; the expert stays in the terminal. Open positions stay open with their stop loss, and your plan goes on until you cancel it.',
    address: '/guide#install-app',
    asked: [
      'how to uninstall',
      'remove the app from my computer',
      'uninstall everything',
      'delete the program',
    ],
  },
  {
    title: 'Windows warns about the installer',
    answer:
      'Windows warns where an installer is not signed with a certificate. If you downloaded it from your dashboard, press More info, then Run anyway. Never run one from anywhere else.',
    address: '/guide#install-app',
    asked: [
      'windows says unknown publisher',
      'smartscreen blocks the installer',
      'windows protected your pc',
      'is the installer a virus',
      'installer is blocked',
      'windows defender warning',
    ],
  },
  {
    title: 'Virus scanners',
    answer:
      'A virus scanner may have taken the expert. Restore it in the scanner, then press Set up terminal again: it puts the expert back and says what is missing.',
    address: '/guide#no-connection',
    asked: [
      'antivirus deleted the expert',
      'virus scanner removed a file',
      'expert is missing',
      'antivirus blocks the app',
      'expert did not compile',
      'expert file is gone',
    ],
  },
  {
    title: 'Red items of the setup check',
    answer:
      'Each item of the setup check that is red says what to do. Press Set up terminal with MetaTrader 5 closed, then let it check again.',
    address: '/guide#check-terminal',
    asked: [
      'an item in the setup check stays red',
      'setup check is red',
      'setup check failed',
      'setup does not finish',
      'set up terminal does not work',
      'not all six items are green',
    ],
  },
  {
    title: 'Prop firms',
    answer:
      'Any broker that offers MetaTrader 5 works. Whether a prop firm allows bots in its accounts and challenges, only the firm can say: ask it first.',
    address: '/guide#requirements',
    asked: ['use it with a prop firm', 'ftmo challenge', 'funded account', 'prop firm rules'],
  },
  {
    title: 'Testing on past data',
    answer:
      'The paper bot trades candles from a file, which you export from MetaTrader 5, on a simulated account. It pays spread, commission, slippage and swaps. Simulated results say nothing certain about the future.',
    address: '/guide#paper-bot',
    asked: [
      'backtest on old data',
      'test on last year',
      'historical test',
      'replay old candles',
      'strategy tester',
    ],
  },
  {
    title: 'Changing the settings',
    answer:
      'Press Edit at the configuration in the desktop app. Its bot has to be stopped first; open positions stay open with their stops at the broker.',
    address: '/guide#set-risk',
    asked: [
      'can I change the risk later',
      'change my settings',
      'edit the configuration',
      'remove a pair from the bot',
      'change the currency pairs',
      'add another pair',
    ],
  },
  {
    title: 'Seeing your results',
    answer:
      'The dashboard shows them: win rate, net profit and trades under Statistics, for today, the last 7 or 30 days, all time or days of your choice, and every single trade under Trade History.',
    address: '/guide#dashboard',
    asked: [
      'where do I see my profit',
      'results of last month',
      'where are my statistics',
      'profit of this week',
      'how is my bot performing',
      'see my trades',
    ],
  },
  {
    title: 'Trades as a file',
    answer:
      'Press Export above the Trade History on the dashboard: CSV, Excel, JSON, or a statement to print. It holds what your filter shows.',
    address: '/dashboard',
    asked: [
      'export trades to excel',
      'download my trades',
      'trades as csv',
      'trade statement',
      'report for my accountant',
      'print my history',
    ],
  },
  {
    title: 'Importing trades',
    answer:
      'Press Import above the Trade History on the dashboard and choose a report of MetaTrader 5 (HTML, Excel or CSV). You see a preview first, and an import can be taken back.',
    address: '/dashboard',
    asked: [
      'import old trades',
      'upload mt5 report',
      'add my old history',
      'import history from metatrader',
      'load trades from a file',
    ],
  },
  {
    title: 'The API',
    answer:
      'The API that site and bot use is open to you: /developers describes every call and lets you try it.',
    address: '/developers',
    asked: [
      'do you have an api',
      'api documentation',
      'rest api',
      'developers',
      'connect my own program',
      'webhook',
      'api key',
    ],
  },
];
