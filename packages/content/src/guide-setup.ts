import type { Section } from './document.ts';

export const REQUIREMENTS: Section = {
  id: 'requirements',
  title: 'Requirements',
  summary: 'What your computer, your broker and your connection must bring.',
  blocks: [
    {
      kind: 'notice',
      tone: 'success',
      text: '**Try it first, with nothing installed:** press **Start paper trading** on your [dashboard](/dashboard#paper-trading). [A first trade takes minutes](/guide#paper-start). The app has the same button: it is the first thing that you see after signing in, on every system.',
    },
    {
      kind: 'list',
      items: [
        '**System:** Windows 10 or 11, 64-bit.',
        '**Memory:** 4 GB of memory; 8 GB recommended, because the terminal runs beside the bot.',
        '**Disk and download:** the installer of the desktop app is less than 60 MB. Keep about 720 MB free for the app, its journals and the next version.',
        '**Terminal:** MetaTrader 5 (MT5).',
        '**Broker:** an account at any broker that offers MT5, demo or real.',
        '**Connection:** one that stays up while the bot runs. A computer that sleeps does not trade.',
      ],
    },
    {
      kind: 'notice',
      tone: 'warning',
      text: 'The [dashboard](/dashboard) offers the desktop app as soon as a release of it is published. The [paper bot](/guide#paper-bot) runs without it.',
    },
    {
      kind: 'notice',
      tone: 'info',
      text: 'Begin with a demo account: every configuration of the app begins as Demo. A real account takes one more, deliberate step.',
    },
  ],
};

export const TERMINAL_SETUP: Section = {
  id: 'terminal',
  title: 'Terminal setup',
  summary:
    'Install MetaTrader 5 and sign in to your broker. The app does the rest, or you do it by hand.',
  blocks: [
    {
      kind: 'steps',
      steps: [
        {
          id: 'install-mt5',
          title: 'Install MetaTrader 5',
          text: 'Download it from your broker, so that the broker’s servers are in its list, install it and start it.',
          picture: 'Sketch: the web page of a broker with a button to download MetaTrader 5.',
        },
        {
          id: 'sign-in-mt5',
          title: 'Sign in to your trading account',
          text: 'Open **File, Login to Trade Account** and enter account number, password and server. The bar at the lower right shows a connection when it worked. From then on the desktop app finds this terminal, its account and its server automatically.',
          picture:
            'Sketch: the terminal’s window to log in, with account number, password and server.',
        },
        {
          id: 'allow-algo-trading',
          title: 'Allow programs to trade',
          text: '**Set up terminal** in the app starts the terminal with this allowed. By hand: open **Tools, Options, Expert Advisors** and tick **Allow algorithmic trading**.',
          picture:
            'Sketch: the terminal’s options, with “Allow algorithmic trading” ticked under Expert Advisors.',
        },
        {
          id: 'algo-trading-on',
          title: 'Switch Algo Trading on',
          text: 'Press **Algo Trading** in the toolbar, so that it turns green.',
          picture: 'Sketch: the terminal’s toolbar, with the button Algo Trading in green.',
        },
        {
          id: 'show-symbols',
          title: 'Show the pairs you want to trade',
          text: 'Open **View, Market Watch** and add every currency pair that your configuration will name. A pair that is hidden has no prices.',
          picture:
            'Sketch: Market Watch in the terminal, with EURUSD, GBPUSD and USDJPY and their prices.',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'warning',
      text: 'Switching to another account can turn Algo Trading off. Look at it after each switch.',
    },
    {
      kind: 'notice',
      tone: 'success',
      text: 'The terminal is ready when the connection shows, Algo Trading is green and prices move in Market Watch.',
    },
  ],
};

export const ACCOUNT_SETUP: Section = {
  id: 'account',
  title: 'Account setup',
  summary: 'Sign up, confirm your address and choose between Free and Premium.',
  blocks: [
    {
      kind: 'steps',
      steps: [
        {
          id: 'create-account',
          title: 'Create an account',
          text: '[Sign up](/signup) with a username, your email address and a password of at least 8 characters.',
          picture: 'The sign-up form with username, email and password.',
        },
        {
          id: 'verify-email',
          title: 'Confirm your address',
          text: 'Open the link in the verification mail. Nothing came? Look into the spam folder, then [have it sent again](/resend-verification).',
          picture: 'The page after signing up: it says where the verification link was sent.',
        },
        {
          id: 'install-app',
          title: 'Install the desktop app',
          text: 'Download it in the [dashboard](/dashboard) under Overview, open the file, press **Install**, then **Finish**. You need no administrator. Sign in with the same account, or press **I have a code from the dashboard** and enter one that it makes under Security.',
          picture:
            'The first screen of the desktop app, with fields to sign in and a way in by a code.',
        },
        {
          id: 'choose-plan',
          title: 'Choose a plan',
          text: 'Free runs 1 terminal account, Premium any number. At the limit, **Add Configuration** is disabled.',
          picture: 'The plans on the pricing page with their prices, side by side.',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'success',
      text: 'Premium means any paid plan: Starter, Pro or Elite. All of them add unlimited terminal accounts, higher token limits, advanced analytics and priority support. [Compare the plans](/pricing).',
    },
  ],
};

export const BOT_CONFIGURATION: Section = {
  id: 'bot',
  title: 'Bot configuration',
  summary: 'Connect the bot to a terminal and set how much it may risk.',
  blocks: [
    {
      kind: 'steps',
      steps: [
        {
          id: 'add-configuration',
          title: 'Add a configuration',
          text: 'In the desktop app, press **Add Configuration** and give it a name, such as “Demo majors”. This configuration name is what you choose when you start the bot.',
          picture: 'The app after signing in, with the button to add a configuration.',
        },
        {
          id: 'connect-terminal',
          title: 'Step 1: connect the terminal',
          text: 'The terminal path is found automatically; where you have several, choose one, or press **Browse** and pick its folder, usually with your broker’s name under Program Files. Enter the terminal account number and password; without the password, sign the terminal in by hand.',
          picture:
            'Step 1 of a configuration: its name, the terminal’s account number and password.',
        },
        {
          id: 'broker-server',
          title: 'Choose server and account type',
          text: 'Choose your broker server from the list, and the account type, Demo or Real. The name must be the very one your terminal shows; one that is not in the list can be typed. Real comes later, with **switch to Real**: the app asks for a passed setup check and for trades on a demo account, or for your word that you accept fewer.',
          picture: 'Step 1 of a configuration: the broker server, and Demo or Real.',
        },
        {
          id: 'choose-pairs',
          title: 'Choose pairs and timeframe',
          text: 'Choose the currency pairs and the timeframe, then press **Continue**.',
          picture: 'Step 1 of a configuration: currency pairs and timeframe.',
        },
        {
          id: 'set-risk',
          title: 'Step 2: choose how careful the bot is',
          text: 'Choose **Careful**, **Standard** or **Prop firm**. Each says in one line what it risks per trade, per day and in total. **Advanced** has every setting. With the pairs of step 1 they are risk per trade, maximum daily trades, daily loss limit, weekly profit and loss limits, currency pairs and risk-reward ratio. The list below says what each is for.',
          picture:
            'Step 2 of a configuration: Careful, Standard and Prop firm, each with what it risks.',
        },
        {
          id: 'account-rules',
          title: 'Choose the account’s rules',
          text: 'Trading for a prop firm? Choose **Prop firm**, then its programme under **Rules of the account**, and read each rule as a sentence. Without a firm, keep your own limits. The bot opens nothing that could carry the account below a floor, if everything open were stopped out at once.',
          picture: 'Step 2 with Prop firm chosen: the list of programmes and the initial balance.',
        },
        {
          id: 'save-configuration',
          title: 'Read it again and save',
          text: 'Read every value once more: the risk desk enforces them. Press **Save and check the setup**, and close MetaTrader 5 if it is open. Then press **Set up terminal**: the app puts its expert into MetaTrader 5, starts it signed in, and looks at six things one by one until all are green.',
          picture: 'The setup check after saving: what is done, and what is to do.',
        },
      ],
    },
    {
      kind: 'list',
      items: [
        '**Risk per trade:** the part of the account that a trade may lose at its stop. 1-2% is recommended, never above 2%.',
        '**Maximum daily trades:** how many trades may be opened in a day. 3-5 are recommended; your plan has a limit of its own.',
        '**Daily loss limit:** the loss after which nothing more is opened until the next trading day.',
        '**Weekly profit limit:** the profit at which the week is closed, if you want one.',
        '**Weekly loss limit:** the loss after which nothing more is opened until the next week, which starts on Monday.',
        '**Currency pairs:** what the bot may trade. Begin with few that you know.',
        '**Risk-reward ratio:** how much a trade must be able to win for what it risks, at least 1:1.5. You may lower it, but the AI ensures at least 1:1 when it sets the take profit.',
      ],
    },
    {
      kind: 'steps',
      title: 'Rules of a prop firm',
      steps: [
        {
          id: 'rules-choose',
          title: 'Choose a programme on the dashboard',
          text: 'Open [Limits](/dashboard#limits) once your bot has named its account, and press **Change rules**. Choose a programme of Alpha Capital, E8 Markets, FTMO, FundedNext, FundingPips, The5ers or Topstep, or write **My own rules**. Read each rule as a sentence, with its source and the day we checked it. Rules change: check with your firm.',
          picture:
            'The window for the rules of an account, with programmes of firms to choose from.',
        },
        {
          id: 'rules-try',
          title: 'Try the rules on your trades',
          text: 'Below each programme you see what would have become of your newest closed trades, up to 5,000: passed, failed and by which rule, or still open. The chance to pass needs 30 trades on 10 days.',
          picture: 'What would have become of past trades under a programme.',
        },
        {
          id: 'rules-use',
          title: 'Use them',
          text: 'Press **Use these rules**. Your bot follows them from its next report on. While positions are open, or the account is locked, you type the account’s number first. **Changes of the rules** keeps every change.',
          picture:
            'The limits of an account after its rules were changed, with the change in the list.',
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'warning',
      text: 'Some firms do not allow automated trading. The list marks them: ask your firm before a bot trades its account.',
    },
    {
      kind: 'notice',
      tone: 'error',
      text: 'A stop loss is required on all trades. One without it is never sent.',
    },
    {
      kind: 'notice',
      tone: 'info',
      text: 'Your terminal password stays on your computer, in the credential store of Windows. The app says on its first screen what your computer cannot do. The service never receives it.',
    },
  ],
};
