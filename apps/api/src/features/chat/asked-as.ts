/** How people ask for what a section says, where they use other words than the section does. */
export const ASKED_AS: Readonly<Record<string, string>> = {
  '/guide#requirements':
    'what do I need to run the bot, system requirements, minimum computer, does it work on a mac, macos, linux, keep my computer on, laptop, windows version, ram, memory, how big is the download, size, disk space, vps, 4gb, 8gb, gb enough',
  '/guide#install-mt5': 'get metatrader, where to download mt5',
  '/guide#sign-in-mt5': 'log into broker account in mt5, terminal login',
  '/guide#algo-trading-on':
    'enable algo trading, algo trading is disabled, autotrading, activate, turn on, button is red',
  '/guide#allow-algo-trading': 'enable algorithmic trading, expert advisors, permission',
  '/guide#create-account': 'register, sign up, new account, username',
  '/guide#verify-email':
    'verification email did not arrive, resend the link, confirm email, activation, inbox, spam',
  '/guide#cannot-sign-in':
    'forgot my password, reset my password, password reset link, cannot log in, I can not log in, login does not work, locked out',
  '/guide#install-app': 'install the desktop app, installer',
  '/guide#broker-server': 'which server, server name',
  '/guide#set-risk': 'risk settings',
  '/guide#bot': 'is a stop loss required, stop loss mandatory, take profit',
  '/guide#add-configuration': 'how do I add a configuration, new configuration, configuration name',
  '/guide#add-configuration-disabled': 'greyed out, inactive button, cannot add',
  '/guide#start-bot': 'launch the bot, begin to trade, can I close the window of the app',
  '/guide#monitor': 'how does the bot decide, what is a quorum, how do analysts vote, agree',
  '/guide#no-connection':
    'bot will not connect to the terminal, cannot connect, connection problem, disconnected, no connection',
  '/guide#orders-refused': 'orders rejected, order failed, order error',
  '/guide#no-trades': 'bot does nothing, no trades opened, not trading, why does it not trade',
  '/guide#history-empty': 'trades are missing, no trades in history, dashboard shows nothing',
  '/guide#bot-paused': 'why did the bot pause, stopped by itself',
  '/guide#paper-bot': 'command line, simulated account, paper trading, test without money, npm',
  '/guide#paper-candles': 'export candles, csv file, historical data, bars',
  '/guide#setup-checklist': 'checklist items',
  '/guide#token-bar': 'colour of the bar, green, yellow, red, token usage',
  '/guide#sync-history': 'synchronise history, sync button, update trades',
  '/guide#dashboard':
    'what does the dashboard show, tabs, statistics, overview, filter, sort, columns',
  '/guide#read-decision': 'why was a trade made, reasons, explain a trade',
  '/guide#best-practices': 'tips, advice for beginners, habits, recommendations',
  '/pricing#change-plan': 'upgrade, downgrade, switch plan',
  '/pricing#exceed-limits': 'run out of tokens, token limit reached, quota used up, hit the limit',
  '/pricing#money-back': 'get my money back, satisfaction, 30 days guarantee',
  '/pricing#free-plan':
    'is it free, free forever, free trial, try for free, try without paying, credit card needed, is there a free plan',
  '/pricing#token': 'what are tokens, what is a token',
  '/pricing#yearly': 'annual billing, discount, save by paying yearly',
  '/pricing#terminal-accounts':
    'several accounts, number of broker accounts, multiple mt5 accounts',
  '/pricing#password':
    'do you see my mt5 password, withdraw money, access to my funds, broker credentials',
  '/pricing#profit':
    'will I make a profit, will I earn, how much can I make, guaranteed profit, scam, legit',
  '/pricing#which-models': 'which ai, is it chatgpt, llm, gpt, claude, gemini, language model',
  '/pricing#windows-app': 'when is the desktop app released, download the app, exe, installer',
  '/pricing#cancel': 'cancel my subscription, unsubscribe, stop paying, end my plan',
  '/refund#when':
    'refund, when do you refund, reimbursement, charged twice, double charge, outage, service was down for days, how long does a refund take',
  '/refund#ask': 'request a refund, how to get a refund',
  '/refund#results': 'refund after losses, lost money trading',
  '/privacy#stored': 'what data do you store about me, collect, personal information',
  '/privacy#purposes': 'do you sell my data, advertising, what is data used for',
  '/privacy#browser': 'cookies, tracking, local storage',
  '/privacy#others':
    'who sees my data, third parties, sharing data, card number, do you store my credit card',
  '/privacy#keeping': 'delete my account, close account, how long is data kept, erase',
  '/privacy#security': 'how is data protected, security, encryption, passwords stored',
  '/privacy#rights': 'gdpr, get a copy of my data, correct data, delete my data',
  '/privacy#children': 'children, kids, under 13',
  '/terms#age': 'how old must I be, minimum age, 16, 18, one account per person',
  '/terms#service': 'is this financial advice, do you hold my money, manage my account, regulated',
  '/terms#risk': 'can I lose money, is it risky, danger',
  '/terms#payment':
    'how am I billed, payment methods, paypal, credit card, visa, invoice, apple pay, auto renew',
  '/terms#fair-use': 'share my account with a friend, sell my account, resell, ban, forbidden',
  '/terms#liability': 'who is responsible for losses, sue, liable',
  '/contact':
    'contact us, contact support, email address, telephone, phone number, call, talk to a person, human, message, location, office, where are you, sales, complaint, support hours',
};
