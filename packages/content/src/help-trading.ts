import type { HelpAnswer } from './help-answer.ts';

/** On what the bot does, and what it may lose. */
export const HELP_TRADING: readonly HelpAnswer[] = [
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
      'The stop loss cannot be turned off: every order has one, and the bot sends none without it. You can set the risk per trade instead. If you see a position without one, set it or close it in MetaTrader 5, and write to us: /contact',
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
    title: 'When no trade is opened',
    answer:
      'A trade needs a quorum of analysts, agreement among them and a result that pays its costs, so most bars end without one. The last decisions say why. If there are none, check that the pair is in Market Watch and the market is open.',
    address: '/guide#no-trades',
    asked: [
      'why does it not open trades',
      'bot runs but no trades',
      'no trades for days',
      'no trades since yesterday',
      'bot is running but does not trade',
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
      'When a bar closes, the analysts vote. A quorum of three must answer. Then at least 1.3 independent voices must agree, or one analyst of proven skill asks for the trade. What is expected must pay the costs, and the risk desk must allow it.',
    address: '/guide#monitor',
    asked: [
      'how does the bot decide',
      'what is a quorum',
      'who votes on trades',
      'how do analysts agree',
    ],
  },
  {
    title: 'No edge shown',
    answer:
      'Your analysts have shown no skill on that market that pays the costs, in 300 known outcomes or more. Real accounts then open no trades there, and we keep measuring. Ask other models, trade another symbol, or go on with a paper account. The record of the panel is in the dashboard under Statistics.',
    address: '/guide#no-trades',
    asked: [
      'what does no edge shown mean',
      'my analysts have shown no skill',
      'it says no edge',
      'why does it keep measuring',
      'record of the panel',
    ],
  },
  {
    title: 'Learning and proven',
    answer:
      'In the mode learning, trades go by what the analysts state; paper and demo accounts begin with it. In the mode proven, they go by what the analysts have shown, from 300 known outcomes on; real accounts begin with it. Outcomes of all accounts count for it beside your own.',
    address: '/guide#read-decision',
    asked: [
      'what is learning mode',
      'what does proven mean',
      'learning or proven mode',
      'what are 300 outcomes',
      'how long until it is proven',
    ],
  },
  {
    title: 'The timeframe',
    answer:
      'The bot decides when a candle closes: H1 unless you choose another one under Advanced in the configuration, from M1 to D1.',
    address: '/guide#bot',
    asked: [
      'which timeframe does it trade',
      'what timeframe',
      'change the timeframe',
      'can I use m15',
      'candle length',
      'how often does it look at the market',
      'is it scalping',
      'h4 or d1 chart',
    ],
  },
  {
    title: 'What can be traded',
    answer:
      'Forex pairs, gold (XAUUSD) and silver (XAGUSD), as far as your broker has them. It trades no bitcoin or other crypto, no stocks, no indices and no oil.',
    address: '/guide#bot',
    asked: [
      'does it trade gold',
      'which symbols can it trade',
      'can it trade bitcoin',
      'crypto pairs',
      'trade indices nasdaq us30',
      'stocks and shares',
      'xauusd silver oil',
      'which currency pairs are supported',
      'what markets does it trade',
    ],
  },
  {
    title: 'Nights and weekends',
    answer:
      'Nothing new is opened on the weekend, from Friday 23:00 server time until Monday, nor around midnight of the server, when spreads are widest. Positions that are open stay open with their stop loss and take profit.',
    address: '/guide#no-trades',
    asked: [
      'does it trade on weekends',
      'trading on saturday or sunday',
      'trades over the weekend',
      'friday evening',
      'market closed',
      'which hours does it trade',
      'trading session hours',
    ],
  },
  {
    title: 'News',
    answer:
      'The analysts see closed candles and indicators, no news calendar. A trade is refused while the spread is far above the usual one; prices can still jump past a stop. You can stop new entries on the dashboard before a release.',
    address: '/terms#risk',
    asked: [
      'what does it do during news',
      'news filter',
      'nfp fomc cpi news',
      'does it avoid news',
      'high impact news',
      'economic calendar',
      'what happens when big news comes',
    ],
  },
  {
    title: 'No martingale, no grid',
    answer:
      'No martingale and no grid: it holds one position of a symbol at most, each with a stop loss, and its size follows from your risk per trade. It is never made larger to win a loss back.',
    address: '/guide#set-risk',
    asked: [
      'is it martingale',
      'martingale or grid',
      'does it average down',
      'does it hedge',
      'what strategy does it use',
      'does it double the lot after a loss',
      'trading strategy',
    ],
  },
  {
    title: 'Small accounts',
    answer:
      'The service asks for no minimum deposit; your broker may. Where even the smallest order of your broker would lose more than your risk per trade allows, the trade is refused.',
    address: '/guide#set-risk',
    asked: [
      'minimum deposit',
      'min deposit to start',
      'smallest balance',
      'how much money to start',
      'can I start with 100 dollars',
      'is my account too small',
      'minimum balance',
    ],
  },
  {
    title: 'When trades are lost',
    answer:
      'Losses are part of trading, and several in a row come by chance, too. The daily and the weekly loss limit stop new trades. Read the decisions of the losing trades, and judge by many trades on a demo account. Where more is lost than your limits allow, stop the bot and write to us: /contact',
    address: '/guide#best-practices',
    asked: [
      'bot lost 5 trades in a row',
      'many losing trades',
      'only losses this week',
      'bot keeps losing',
      'is losing normal',
      'losing streak',
      'too many losses',
      'bad results',
    ],
  },
  {
    title: 'Loss larger than the stop',
    answer:
      'Prices can jump past a stop, so a trade can lose more than its stop loss says: the broker fills it at the next price there is. The decision behind the trade stands in the Trade History.',
    address: '/terms#risk',
    asked: [
      'lost more than the stop loss',
      'slippage',
      'stop loss filled at a worse price',
      'stop was 20 pips but lost 35',
      'stop loss did not work',
      'gap over the stop',
    ],
  },
  {
    title: 'Close or stop from anywhere',
    answer:
      'On the dashboard, which opens in any browser, on a phone, too: Close everything closes the positions of the bot and opens nothing more; Stop new entries opens nothing new. The desktop app has Close everything as well. Check that each position is closed.',
    address: '/dashboard',
    asked: [
      'close all my trades now',
      'close everything',
      'emergency stop',
      'kill switch',
      'stop the bot from my phone',
      'stop it remotely',
      'close positions when I am away',
      'how do I close a trade',
      'panic button',
      'stop opening new trades',
    ],
  },
  {
    title: 'Open trades while the bot is away',
    answer:
      'Open positions keep their stop loss and take profit at the broker while the bot or the computer is off. Nothing new is opened, and nobody looks after them: start the bot again, or close them in MetaTrader 5.',
    address: '/guide#stop-bot',
    asked: [
      'my computer crashed with a trade open',
      'open trade when the bot is offline',
      'is my trade protected when the bot is off',
      'power cut with open positions',
      'internet down while in a trade',
      'what if the connection drops during a trade',
      'no internet and a trade is open',
      'windows restarted',
    ],
  },
  {
    title: 'Trading by hand',
    answer:
      'Better use another account: the bot counts what you open by hand as open risk and takes fewer trades itself. It leaves your positions alone, unless you have it close them near a floor.',
    address: '/guide#best-practices',
    asked: [
      'can I trade manually',
      'manual trades in the same account',
      'open trades by hand',
      'trade myself beside the bot',
      'use another ea at the same time',
      'close a trade by hand',
    ],
  },
  {
    title: 'Demo and real results',
    answer:
      'Demo and simulated results say nothing certain about a real account: prices, spreads and fills can differ. Run a demo account for some weeks before a real one.',
    address: '/terms#risk',
    asked: [
      'are demo results the same as real',
      'will real be like demo',
      'difference between demo and real',
      'paper results compared with live',
      'demo makes profit but real loses',
    ],
  },
  {
    title: 'How safe it is',
    answer:
      'No trading is without risk: you can lose all the money in your trading account. The bot limits what a trade, a day and a week may lose, but prices can jump past a stop. The service itself cannot move your money.',
    address: '/terms#risk',
    asked: [
      'is it 100% safe',
      'is it safe to use',
      'is trading with it risky',
      'is it without risk',
      'can I trust it',
      'how dangerous is it',
      'is my account safe with the bot',
    ],
  },
  {
    title: 'More trades',
    answer:
      'Without a quorum and agreement there is no trade, so most bars end with none; that cannot be forced. More pairs and a shorter timeframe are looked at more often. 3-5 trades a day are recommended: more trades are more costs.',
    address: '/guide#no-trades',
    asked: [
      'I want more trades',
      'take more trades',
      'too few trades',
      'make it trade more often',
      'how many trades does it make a day',
      'only one trade a week',
    ],
  },
  {
    title: 'Why a trade was made',
    answer:
      'Open the trade under Trade History on the dashboard: you see what every analyst said, how the votes were counted, and which rules the risk desk applied.',
    address: '/guide#read-decision',
    asked: [
      'why did the bot buy',
      'why did it sell',
      'why did it open this trade',
      'reason for a trade',
      'explain the last trade',
      'who decided this trade',
    ],
  },
  {
    title: 'A missing stop loss',
    answer:
      'A position of the bot that has no stop loss gets it back, or is closed, while the bot runs. Positions opened by hand are not guarded. If you see one without a stop loss, set it or close it in MetaTrader 5, and write to us: /contact',
    address: '/contact',
    asked: [
      'my stop loss is missing',
      'stop loss disappeared',
      'stop loss is gone',
      'stop loss not set',
    ],
  },
  {
    title: 'Highest risk per trade',
    answer:
      'At most 2% of the account can be risked on a trade; 1-2% is recommended. With more in the settings every trade is refused.',
    address: '/guide#bot',
    asked: [
      'can I risk 10%',
      'risk more than 2%',
      'highest risk per trade',
      'set the risk to 5%',
      'aggressive risk',
      'maximum risk',
    ],
  },
  {
    title: 'More than the deposit',
    answer:
      'Prices can jump past a stop, so a loss can be larger than planned. Whether you can then owe your broker more than you paid in, your broker’s terms say: ask it for its negative balance protection. Never trade money that you cannot afford to lose.',
    address: '/terms#risk',
    asked: [
      'can I lose more than I deposit',
      'negative balance',
      'owe money to my broker',
      'lose more than my balance',
      'margin call',
    ],
  },
  {
    title: 'Intervals and Sharpe ratio',
    answer:
      'A 95% interval holds the true figure in about 95 of 100 records. It appears once you have enough trades for that, 30 to 200 by measure; the Statistics tab says how many. Sharpe and Sortino ratio need 120 trading days. Risk is measured by your equity where your bot has reported it for the whole period, else by closed trades.',
    address: '/dashboard',
    asked: [
      'what is the 95% interval',
      'why is there no interval',
      'confidence interval of the win rate',
      'why is the sharpe ratio empty',
      'no sortino ratio',
      'not enough data in statistics',
    ],
  },
];
