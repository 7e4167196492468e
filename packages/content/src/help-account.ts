import type { HelpAnswer } from './help-answer.ts';

/** On the account, its data and people, and on what nobody here knows. */
export const HELP_ACCOUNT: readonly HelpAnswer[] = [
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
      'where is my mt5 password stored',
      'can you see my trading password',
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
    asked: [
      'how old do I have to be',
      'I am 15 can I use it',
      'minimum age',
      'too young',
      'am I old enough',
    ],
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
      'whatsapp or telegram',
      'live chat with an agent',
      'speak to sales',
    ],
  },
  {
    title: 'Second factor',
    answer:
      'On the dashboard under Security, Two-step sign-in: scan the code with an authenticator app and enter what it shows. Keep the ten recovery codes in a safe place; each signs in once.',
    address: '/dashboard',
    asked: [
      'turn on 2fa',
      'two factor authentication',
      'authenticator app',
      'two step sign in',
      'protect my account better',
      'google authenticator',
      'enable mfa',
    ],
  },
  {
    title: 'Lost authenticator',
    answer:
      'Sign in with one of your recovery codes in place of the code, then turn the authenticator app off under Security on the dashboard and set it up again. Without recovery codes write to us: /contact',
    address: '/contact',
    asked: [
      'lost my phone with the authenticator',
      'authenticator code does not work',
      'lost my 2fa',
      'new phone cannot get the code',
      'recovery codes',
      'two factor code is wrong',
      'code from the app is not accepted',
    ],
  },
  {
    title: 'Passkeys',
    answer:
      'A passkey signs you in with a fingerprint, a face or a PIN, in place of password and code. Add one on the dashboard under Security.',
    address: '/dashboard',
    asked: [
      'sign in with fingerprint',
      'face id login',
      'what is a passkey',
      'passkeys',
      'login without a password',
      'security key',
    ],
  },
  {
    title: 'Changing email or username',
    answer:
      'Change the email address on the dashboard under Security; it counts once you have opened the link sent to the new address. The username cannot be changed there.',
    address: '/dashboard',
    asked: [
      'change my email address',
      'new email',
      'wrong email address',
      'use another mail',
      'lost access to my email',
      'change my username',
      'rename my account',
    ],
  },
  {
    title: 'Changing your password',
    answer:
      'Change it on the dashboard under Security; every other browser, bot and desktop app is signed out and has to sign in again; open positions keep their stop loss. If you do not know it any more, use Forgot password: /forgot-password',
    address: '/dashboard',
    asked: [
      'change my password',
      'how do I change the password',
      'new password',
      'set another password',
      'update password',
    ],
  },
  {
    title: 'Someone in your account',
    answer:
      'Change your password at once, on the dashboard under Security, and sign out all others under Sessions and devices. If you cannot sign in, set a new password by mail (/forgot-password) and write to us: /contact',
    address: '/dashboard',
    asked: [
      'another person is in my account',
      'my account was hacked',
      'someone logged in to my account',
      'account is stolen',
      'strange login',
      'I did not sign in from there',
      'unknown device',
      'my password leaked',
    ],
  },
  {
    title: 'Sessions and devices',
    answer:
      'The dashboard lists under Security where your account is signed in. Sign out all others ends them; bots and desktop apps too, if you tick it, and those then stop trading.',
    address: '/dashboard',
    asked: [
      'sign out other devices',
      'log out everywhere',
      'where am I signed in',
      'end all sessions',
      'active sessions',
      'sign out on my old computer',
    ],
  },
  {
    title: 'Too many attempts',
    answer:
      'After ten failed sign-ins wait 15 minutes, or set a new password by mail under Forgot password, which lets you in at once.',
    address: '/guide#cannot-sign-in',
    asked: [
      'too many attempts',
      'account is locked',
      'too many failed logins',
      'account blocked after wrong password',
      'try again later',
    ],
  },
  {
    title: 'Google and GitHub',
    answer:
      'The sign-in page has buttons for Google and GitHub; one that is not set up says so. Link them to your account on the dashboard under Security.',
    address: '/dashboard',
    asked: [
      'sign in with google',
      'google login',
      'github account',
      'continue with google',
      'register with google',
    ],
  },
  {
    title: 'Signing in the app with a code',
    answer:
      'On the dashboard under Security make a one-time code and enter it in the desktop app. It holds for ten minutes and once.',
    address: '/guide#install-app',
    asked: [
      'one-time code for the app',
      'code from the dashboard',
      'sign in the desktop app',
      'where do I get the code for the bot',
      'code expired',
    ],
  },
  {
    title: 'Your data as a file',
    answer:
      'On the dashboard under Security, Your data: Export my data gives you one file with account, trades, decisions and messages. You may take it with you.',
    address: '/privacy#rights',
    asked: [
      'download all my data',
      'export my data',
      'copy of all data you have',
      'data portability',
      'what do you know about me',
    ],
  },
  {
    title: 'Deleting your account',
    answer:
      'On the dashboard under Security, Your data: Delete account removes it at once and for good, with its trading history, and ends its subscription. Stop the bot and look after open positions first.',
    address: '/privacy#keeping',
    asked: [
      'delete my account',
      'close my account',
      'remove all my data',
      'erase my data',
      'delete my profile',
    ],
  },
  {
    title: 'Where it may be used',
    answer:
      'You must be allowed to trade foreign exchange where you live, and be at least 16. The rules of your country and of your broker hold: we do not know them for every country.',
    address: '/terms#age',
    asked: [
      'can people in the usa use it',
      'is it allowed in my country',
      'available in india',
      'which countries are supported',
      'is it legal where I live',
      'available in europe',
    ],
  },
  {
    title: 'Languages',
    answer:
      'The site, the app, mails and this assistant speak English and Spanish. You change the language at the foot of every page, and in the app under Settings. You can write to support in both: /contact',
    address: '/contact',
    asked: [
      'is the site in spanish',
      'do you speak arabic',
      'other languages',
      'change the language',
      'german version',
      'english only',
      'habla espanol',
      'parlez vous francais',
    ],
  },
  {
    title: 'How fast we answer',
    answer: 'We reply to mails and to the form within 24 hours.',
    address: '/contact',
    asked: [
      'how fast do you answer mails',
      'how long until support replies',
      'no answer from support',
      'when will you reply',
      'response time of support',
      'I wrote to you and nobody answered',
    ],
  },
  {
    title: 'Reporting a fault',
    answer:
      'Write to us with the time it happened and what the bot said: /contact We reply within 24 hours.',
    address: '/contact',
    asked: [
      'found a bug',
      'report a problem',
      'something is broken on the website',
      'error message',
      'where to report an error',
      'report a security hole',
      'suggest a feature',
    ],
  },
  {
    title: 'What models see of you',
    answer:
      'Language models see market snapshots without your name. What you write to this assistant may go to such a provider, too: write nothing there that must stay secret.',
    address: '/privacy#others',
    asked: [
      'does chatgpt see my name',
      'is this chat private',
      'who reads what I write here',
      'what does the ai see of me',
      'do you send my data to openai',
      'is my data used to train ai',
      'do models see my balance',
    ],
  },
  {
    title: 'Card details',
    answer: 'We never see your card number: payments are handled by a third-party provider.',
    address: '/privacy#others',
    asked: [
      'are my card details saved',
      'do you store my credit card',
      'is my card safe',
      'who has my card number',
    ],
  },
  {
    title: 'What this site does not say',
    answer:
      'I don’t know: the pages of this site say nothing about that. People answer at /contact',
    address: '/contact',
    asked: [
      'affiliate program',
      'referral bonus',
      'partner or reseller program',
      'white label',
      'is forex halal',
      'islamic swap free account',
      'in which country are your servers',
      'where is the data hosted',
      'copy trading',
      'follow other traders',
      'telegram signals group',
      'binary options',
      'what is the price of bitcoin now',
      'exchange rate of the dollar',
      'student discount',
    ],
  },
];
