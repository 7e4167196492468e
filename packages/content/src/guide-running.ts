import type { Section } from './document.ts';

export const FIRST_SESSION: Section = {
  id: 'first-session',
  title: 'First session',
  summary: 'Configure, start the bot, monitor: what to do the first time, and what you will see.',
  blocks: [
    {
      kind: 'steps',
      steps: [
        {
          id: 'check-terminal',
          title: 'Configure: look over the terminal',
          text: 'Open **Setup check** in the app: all six items are green when the terminal is open and connected, Algo Trading is on, and configuration and risk are whole. What is red says what to do. Your configuration should say Demo.',
          picture: 'The setup check with all six items done.',
        },
        {
          id: 'start-bot',
          title: 'Start the bot',
          text: 'Choose your configuration and press **Start Bot**. It compares its record with the terminal first, then waits for a bar to close. The window may be closed: the bot goes on.',
          picture: 'A configuration in the app, with the button to start its bot.',
        },
        {
          id: 'monitor',
          title: 'Monitor',
          text: 'Watch it: when a bar closes, the analysts vote. A trade needs a quorum of three voters that answer. Then independent voices must agree (at least 1.3; two analysts whose errors correlate at 0.5 are worth 1.33), or one analyst of proven skill asks for it. An order goes out only if the risk desk agrees, too. Most bars end with no trade.',
          picture:
            'A running bot in the app: its equity, its limits, and the bar that it waits for.',
        },
        {
          id: 'read-decision',
          title: 'Read a decision',
          text: 'Open a trade under [Trade History](/dashboard?tab=history). You see what every analyst said, its share, what the trade rested on, and which rules the risk desk applied. It also says in which mode it was decided: “learning” goes by what the analysts state, “proven” by what their record shows from 300 outcomes on. Paper and demo accounts begin with learning, real ones with proven.',
          picture:
            'The story of a trade on the dashboard: its result, its candles, and why it was opened.',
        },
        {
          id: 'stop-bot',
          title: 'Stop the bot',
          text: 'Press **Stop Bot** at any time. Positions that are open keep the stop loss and the take profit they have at the broker. **Close everything** closes them and opens nothing more.',
          picture:
            'The window that asks before everything is closed, with the positions it would close.',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'info',
      text: 'Trade history auto-syncs in every cycle of the bot, for the closed trades of the last 30 days.',
    },
    {
      kind: 'steps',
      title: 'Paper trading in the browser',
      steps: [
        {
          id: 'paper-start',
          title: 'Start paper trading',
          text: 'Open your [dashboard](/dashboard#paper-trading) and press **Start paper trading**. An account with 10,000 of practice money begins on a made-up market. The service trades it: nothing runs on your computer. **Choose settings first** opens every setting.',
          picture: 'The dashboard of a new account, with the button to start paper trading.',
        },
        {
          id: 'paper-first-trade',
          title: 'See your first trade',
          text: 'The account goes through the last weeks in minutes, then on in real time. The first closed trade usually shows within three minutes. Open it under [Trade History](/dashboard?tab=history) to see who voted and why. Fast time costs no tokens; Free has two hours of it per day.',
          picture: 'The overview with a paper account: equity, limits, last decisions and trades.',
        },
        {
          id: 'paper-settings',
          title: 'Change it, compare, begin again',
          text: '**Settings** has symbols, timeframes, risk, limits, analysts and managed exits; they apply from the next bar. **Pause**, **Close all**, **Start again** and **Delete** are beside it. **Add another** compares settings side by side: Free has 1 paper account, Starter 2, Pro 5, Elite 20.',
          picture: 'The settings of a paper account: symbols, timeframes and risk.',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'warning',
      text: 'Made-up prices show you how the product works, not how a market will pay. These results stay apart from all others, as Practice, and count in no public figure.',
    },
    {
      kind: 'text',
      text: 'On your own candles the same session runs with the paper bot: with simulated fills on real candles, and with every decision on the dashboard.',
    },
    {
      kind: 'steps',
      title: 'The paper bot on your computer',
      steps: [
        {
          id: 'paper-candles',
          title: 'Get candles',
          text: 'In MetaTrader 5 open **View, Symbols, Bars**, choose a pair and H1, press **Request** and then **Export Bars**. The bot reads that file as it is.',
          picture: 'Sketch: the terminal’s Symbols window, with Bars, Request and Export Bars.',
        },
        {
          id: 'paper-bot',
          title: 'Run the paper bot',
          text: 'In the folder of the program, with your own file and username: `npm run bot -- paper --candles EURUSD_H1.csv --symbol EURUSD --user NAME --password-stdin`. Type your password and end the input; `--help` names every option.',
          picture: 'Sketch: a command line with the command that starts the paper bot.',
        },
        {
          id: 'paper-results',
          title: 'See the results',
          text: 'The trades stand on the [dashboard](/dashboard) while it runs. Ctrl-C interrupts it; the same command goes on where it was.',
          picture: 'The trade history with trades of a paper bot.',
        },
      ],
    },
  ],
};

export const DASHBOARD_FEATURES: Section = {
  id: 'dashboard',
  title: 'Dashboard features',
  summary: 'What the three tabs of the dashboard show, and how to read them.',
  blocks: [
    {
      kind: 'text',
      text: 'The [dashboard](/dashboard) has three tabs: Overview, Statistics and Trade History.',
    },
    {
      kind: 'list',
      items: [
        '**Overview:** your bot, equity and limits, today’s win rate, trades, wins and P&L, open positions and last decisions; below them your current plan and token usage, your subscription with the way to cancel it, the download of the desktop app, and the setup checklist.',
        '**Statistics:** total trades, win rate, net profit, profit factor, winning and losing trades, total profit and loss, average win and loss, largest win and loss. Choose All Time, Today, Last 7 Days, Last 30 Days, or a Custom Period with a start and an end date and **Apply**. Its sections are Summary, Charts, Measures, Simulation and Analysts. Below the figures, Summary says how sure they are, whether the analysts were right, and what was not traded and why. **Compare** puts another period or kind of account beside it. One line says which trades the figures count and where their prices come from.',
        '**Trade History:** every trade with time, symbol, type (BUY or SELL), volume, price, P&L, account type and status. Filter by date and by account (All, Demo, Real), sort by symbol, volume, profit or time, and show 10, 25, 50, 100, 200 or 500 rows a page; 50 is the default. Find trades by symbol, side, result, exit reason, tag, or words of your notes. **Columns** adds opening and closing time, duration, R, costs and more, and each column sorts. The totals above the list are of everything you selected. Press ? for the keys, and Ctrl K to search everything. Beside the account, one word says whether other terminals confirm a trade’s prices: point at it or tap it to read more. Open a trade to see its story.',
      ],
    },
    {
      kind: 'steps',
      steps: [
        {
          id: 'setup-checklist',
          title: 'Tick off the setup checklist',
          text: 'It has 6 items, of which 4 are critical: MetaTrader 5 installed, trading account connected, algo trading enabled, and risk settings reviewed. The other two are the desktop app and the bot configuration. The app’s setup check ticks them off by looking, on each of your computers; you can do it by hand as well. It takes no tick away, and what you untick comes back with the next check that finds it. When all are done it says Setup Complete!',
          picture: 'The setup checklist on the dashboard.',
        },
        {
          id: 'token-bar',
          title: 'Keep an eye on the token bar',
          text: 'It is green up to 70% of your tokens, yellow over 70% and red over 90%. At the limit the bot pauses until the next billing cycle or an upgrade.',
          picture: 'The cards for plan and token usage, with the bar of tokens.',
        },
        {
          id: 'sync-history',
          title: 'Sync MT5 History',
          text: 'Nothing needs to be done: history syncs automatically when the bot starts and in every cycle after that. The button says so and loads the list again.',
          picture: 'The trade history with its filters and the button to sync.',
        },
        {
          id: 'journal',
          title: 'Write your journal',
          text: 'Open **Journal** under [Trade History](/dashboard?tab=history&view=journal). Write about today or about a trade, add tags, a set-up and pictures; it saves automatically. Filter by tag to see what your good and bad trades have in common. Above it stands the review of your week, which also comes by mail on Monday morning.',
          picture: 'The journal with the review of the week and a place to write about today.',
        },
      ],
    },
    {
      kind: 'steps',
      title: 'Import old trades',
      steps: [
        {
          id: 'import-report',
          title: 'Save a report in MetaTrader 5',
          text: 'In the terminal open **History**, right-click and choose **Report**: HTML or Open XML. A table saved as CSV works, too. A file may have up to 150 MB.',
          picture: 'Sketch: the terminal’s History, with Report in its menu.',
        },
        {
          id: 'import-trades',
          title: 'Look at it, then import',
          text: 'Press **Import** above the [Trade History](/dashboard?tab=history) and choose the file. You see its trades before anything is stored. Check the clock of the trading server with a trade whose time you know, and the account type. Trades that are here already are not stored twice.',
          picture: 'The preview of a report: its account, its trades, and the clock of its server.',
        },
        {
          id: 'import-undo',
          title: 'Take an import back',
          text: 'Your imports are listed in the same window. **Remove** takes the trades of one away. Trades that your bot has sent since stay.',
          picture: 'The list of your imports, each with a button to remove it.',
        },
      ],
    },
    {
      kind: 'steps',
      title: 'Alerts',
      steps: [
        {
          id: 'alerts-mail',
          title: 'Choose what we notify you of',
          text: 'Open [Security, Notifications](/dashboard/security#notifications). We write when a bot goes offline without having been stopped, and when equity comes near a limit, is locked by it or goes on. The weekly review comes on Monday morning. Each can be turned off.',
          picture:
            'The notifications under Security: by mail, about limits, and the weekly review.',
        },
        {
          id: 'alerts-browser',
          title: 'Get alerts on your screen',
          text: 'Press **Notify me in this browser** and allow it. Alerts then show while no page of ours is open. **Send a test** proves it. On an iPhone or iPad, add the site to the home screen first.',
          picture: 'The part for notices in browsers, with the button for this browser.',
        },
      ],
    },
    {
      kind: 'steps',
      title: 'Verify the record',
      steps: [
        {
          id: 'verify-download',
          title: 'Download the record',
          text: 'Open [Decisions](/dashboard?tab=history&view=decisions), press **Record**, then **Download the record**. The file holds every step in order: market data, votes, decisions, risk checks and trades. Each entry has its place in a log that we sign, so that none can be changed, moved or left out.',
          picture:
            'The window of the record: the entries of your accounts, and the log with its key.',
        },
        {
          id: 'verify-check',
          title: 'Check it without us',
          text: 'Open [Verify a record](/verify) and choose the file: your browser checks it, and sends it nowhere. Or run `npm run verify-ledger -- FILE --key KEY` in a copy of the source. KEY is the log’s key as the same window shows it, such as `log.example/log+1a2b3c4d+AQ…`. Both compute every verdict and result again, and name the first entry that is not true.',
          picture:
            'The window of the record: the download, the link to verify a file, and the command.',
        },
        {
          id: 'verify-keep',
          title: 'Keep a file now and then',
          text: 'Store files and the key where we cannot reach them. Checked with `--earlier`, an old file shows that nothing of its time was rewritten since, not even by us. To show a record to anyone, choose a name for it under **Public record** in the same window: it is off until then, and shows no amounts unless you want it to.',
          picture: 'The record after a download, with the name and size of the file.',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'info',
      text: 'A win rate of ten trades says little. Every figure stands beside the number of trades it was made from.',
    },
  ],
};

export const TROUBLESHOOTING: Section = {
  id: 'troubleshooting',
  title: 'Troubleshooting',
  summary: 'What to look at when something does not work.',
  blocks: [
    {
      kind: 'steps',
      steps: [
        {
          id: 'no-connection',
          title: 'The bot does not connect.',
          text: 'Open **Setup check** in the app: it names what is missing. Usually the terminal is not running, was open already when **Set up terminal** was pressed, or its account is another than the configuration’s. Signing in by hand in the terminal shows whether account number and password are right.',
        },
        {
          id: 'orders-refused',
          title: 'Orders are refused.',
          text: 'Algo Trading is off, the market is closed, or a limit is reached. The bot names which.',
        },
        {
          id: 'no-trades',
          title: 'The bot runs and does not trade.',
          text: 'That is its usual state: without a quorum and agreement there is no trade. The last decisions say why. “No edge shown” and “too few outcomes known” mean that your analysts have not proven any skill on that market: see the record of the panel under [Statistics](/dashboard?tab=statistics&section=analysts). If there are no decisions, check that the pair is in Market Watch and that the market is open.',
        },
        {
          id: 'bot-paused',
          title: 'The bot has paused.',
          text: 'A limit of the plan is reached. It goes on with the next billing cycle or after an upgrade; open positions stay managed. A daily or weekly limit of your own ends with its day or week.',
        },
        {
          id: 'history-empty',
          title: 'The history is empty.',
          text: 'Start the bot once: it syncs when it starts. Look at the filters, too: a date or an account type may hide the trades.',
        },
        {
          id: 'add-configuration-disabled',
          title: 'Add Configuration is disabled.',
          text: 'Free runs 1 terminal account. Remove a configuration, or [choose a Premium plan](/pricing).',
        },
        {
          id: 'cannot-sign-in',
          title: 'You cannot sign in.',
          text: 'Confirm your address first; [the link can be sent again](/resend-verification). A forgotten password is [replaced by mail](/forgot-password).',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'info',
      text: 'Still stuck? [Write to us](/contact) with the time it happened and what the bot said. We reply within 24 hours.',
    },
  ],
};

export const BEST_PRACTICES: Section = {
  id: 'best-practices',
  title: 'Best practices',
  summary: 'Habits that keep an account alive.',
  blocks: [
    {
      kind: 'list',
      items: [
        'Run a demo account for some weeks before a real one.',
        'Risk 1-2% a trade, never above 2%, and leave the loss limits on.',
        'Keep to 3-5 trades a day. More trades are more costs, not more knowledge.',
        'Judge by many trades: twenty say little, two hundred say something.',
        'Read the decisions of losing trades, too. They show what the models missed.',
        'Change one setting at a time, and write down when. Otherwise you will not know what helped.',
        'Leave the account to the bot. It counts what you open by hand as open risk, and takes fewer trades itself.',
        'Look in every day. A bot that runs alone is still your account.',
      ],
    },
    {
      kind: 'notice',
      tone: 'warning',
      text: 'Trading carries risk of loss. Never trade money that you cannot afford to lose.',
    },
  ],
};
