import { msg, plural } from '@lingui/core/runtime-macro';
import type { Block, Document, Question, Section } from '@quorate/content/document';
import { GUIDE } from '@quorate/content/guide';
import { HELP } from '@quorate/content/help';
import { PRIVACY } from '@quorate/content/privacy';
import { QUESTIONS } from '@quorate/content/questions';
import { REFUND } from '@quorate/content/refund';
import { TERMS } from '@quorate/content/terms';
import { translated, translatedHelp, translatedQuestions } from '@quorate/content/translated';
import type { Brand } from '@quorate/contract/brand';
import type { ChatTurn } from '@quorate/contract/chat';
import { isUnlimitedTokens, PLANS, type Plan, UNLIMITED } from '@quorate/contract/plans';
import { type I18n, i18nOf } from '../../words/i18n.ts';
import type { Found, Passage, Search } from './search.ts';
import { termsOf } from './words.ts';

/**
 * How people ask for what a section says, where they use other words than the section does. Like the words of
 * `words.ts` these are of English, as are the pages of `@quorate/content`: another language has its own.
 */
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
  '/guide#bot-paused': 'why did the bot pause, stopped on its own',
  '/guide#paper-bot': 'command line, simulated account, paper trading, test without money, npm',
  '/guide#paper-start':
    'practise in the browser, made-up market, hosted account, nothing to install',
  '/guide#rules-choose': 'challenge rules, funded account programme, prop firm presets',
  '/guide#import-trades': 'import my old trades, upload a report, statement of mt5',
  '/guide#alerts-browser': 'push notices, alerts on my phone, desktop notifications',
  '/guide#verify-check': 'verify the ledger, prove the record, tamper, hash chain',
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

/** Every section of a page, and every numbered step and every item with a name as a passage of its own. */
function passagesOf(document: Document): Passage[] {
  return document.sections.flatMap((section) => [
    sectionPassage(document, section),
    ...section.blocks.flatMap((block) => stepPassages(document, section, block)),
    ...section.blocks.flatMap((block) => itemPassages(document, section, block)),
  ]);
}

/** @param page where the questions stand */
function questionPassages(
  questions: readonly Question[],
  page: { path: string; title: string },
): Passage[] {
  return questions.map(({ id, question, answer }) => ({
    address: `${page.path}#${id}`,
    page: page.title,
    title: question,
    parts: sentencesOf(plainText(answer)),
    context: '',
  }));
}

/**
 * Inline marks as plain text: a link keeps its address.
 *
 * @example plainText('**Free:** [sign up](/signup)') // 'Free: sign up (/signup)'
 */
function plainText(marked: string): string {
  return marked
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)')
    .replaceAll('**', '')
    .replaceAll('`', '');
}

function sectionPassage(document: Document, section: Section): Passage {
  return {
    address: `${document.path}#${section.id}`,
    page: document.title,
    title: section.title,
    parts: [section.summary, ...section.blocks.flatMap(partsOf)],
    context: '',
  };
}

function stepPassages(document: Document, section: Section, block: Block): Passage[] {
  if (block.kind !== 'steps') return [];
  return block.steps.map(({ id, title, text }) => ({
    address: `${document.path}#${id}`,
    page: document.title,
    title,
    parts: sentencesOf(plainText(text)),
    context: section.title,
  }));
}

/** Items such as '**Risk per trade:** …'; they have no address of their own and lead to their section. */
function itemPassages(document: Document, section: Section, block: Block): Passage[] {
  if (block.kind !== 'list') return [];
  return block.items.flatMap((item) => {
    const [, name, text] = /^\*\*(.+?):\*\*\s*(.+)$/s.exec(item) ?? [];
    if (name === undefined || text === undefined) return [];
    return [
      {
        address: `${document.path}#${section.id}`,
        page: document.title,
        title: name,
        parts: [`${name}: ${plainText(text)}`],
        context: section.title,
      },
    ];
  });
}

function partsOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
    case 'notice':
      return sentencesOf(plainText(block.text));
    case 'list':
      return block.items.map(plainText);
    // Each step is a passage of its own.
    case 'steps':
      return [];
  }
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): string[] {
  const sentences = [''];
  for (const { segment } of SENTENCES.segment(text)) {
    // What no space follows ends no sentence: "/dashboard?tab=history".
    if (/\s$/.test(sentences.at(-1) ?? '')) sentences.push(segment);
    else sentences.push(`${sentences.pop()}${segment}`);
  }
  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}

const PRICING = '/pricing';

const DOCUMENTS = [GUIDE, PRIVACY, REFUND, TERMS];

function documentsIn({ say }: I18n): readonly Document[] {
  return DOCUMENTS.map((document) => translated(document, say));
}

/** What every site says, whatever its brand. */
function pagesOf(i18n: I18n): readonly Passage[] {
  const { t } = i18n;
  const page = pageName(i18n, PRICING);
  return [
    ...documentsIn(i18n).flatMap(passagesOf),
    ...questionPassages(translatedQuestions(QUESTIONS, i18n.say), { path: PRICING, title: page }),
    ...PLANS.map((plan) => planPassage(i18n, plan)),
    {
      address: PRICING,
      page,
      title: t(msg`What the plans cost`),
      parts: [...pricesOf(i18n), t(msg`A year costs ten times the monthly price.`)],
      context: t(
        msg`prices of all plans, subscription, compare plans, difference between starter, pro and elite`,
      ),
    },
  ];
}

function pricesOf({ t }: I18n): string[] {
  return PLANS.map(({ name: plan, monthly_cost: price }) =>
    t(msg`${{ plan }}: ${{ price }} USD a month.`),
  );
}

/** Everything the offline assistant knows: what the site says, and nothing else. */
export function libraryOf(brand: Brand, i18n: I18n = i18nOf('en')): readonly Passage[] {
  const said = [...pagesOf(i18n), contactPassage(i18n, brand)];
  const pages = said.map((passage, at) => {
    // A section's items lead to its address, too, but speak of one thing each.
    const first = said.findIndex(({ address }) => address === passage.address) === at;
    const asked = first ? ASKED_AS[passage.address]?.split(', ') : undefined;
    return asked === undefined ? passage : { ...passage, asked };
  });
  return [...helpPassages(i18n, brand), ...pages];
}

/** The name of the page at an address, of those that are no documents. */
function pageName({ t }: I18n, address: string): string {
  switch (address) {
    case '/contact':
      return t(msg`Contact page`);
    case '/dashboard':
      return t(msg`Dashboard`);
    case '/developers':
      return t(msg`API page`);
    default:
      return t(msg`Pricing page`);
  }
}

/** Answers in words of their own for what is asked in words that no page uses. */
function helpPassages(i18n: I18n, brand: Brand): Passage[] {
  const plans = pricesOf(i18n).join(' ');
  const contact = contactPassage(i18n, brand).parts.join(' ');
  const documents = documentsIn(i18n);
  return translatedHelp(HELP, i18n.say).map(({ title, answer, address, asked }) => ({
    address,
    page: documents.find(({ path }) => address.startsWith(path))?.title ?? pageName(i18n, address),
    title,
    parts: [answer.replace('{{plans}}', plans).replace('{{contact}}', contact)],
    context: '',
    asked,
  }));
}

function contactPassage(i18n: I18n, { supportEmail, phone, phoneHours, office }: Brand): Passage {
  const { t } = i18n;
  return {
    address: '/contact',
    page: pageName(i18n, '/contact'),
    title: t(msg`How to reach support and sales`),
    parts: [
      t(msg`Write to ${{ support: supportEmail }} or use the form; we reply within 24 hours.`),
      t(msg`Phone: ${{ phone }}, ${{ hours: phoneHours }}.`),
      t(msg`Office: ${{ office }}.`),
    ],
    context: '',
  };
}

function planPassage(i18n: I18n, plan: Plan): Passage {
  const { t } = i18n;
  const { name, monthly_cost: price, ai_analysis: analysis, support, listed } = plan;
  const { tokens, requests_per_minute: requests, symbols, daily_trades: trades } = listed;
  const accounts =
    listed.terminal_accounts === UNLIMITED ? t(msg`any number`) : listed.terminal_accounts;
  const allowance = {
    tokens: isUnlimitedTokens(tokens)
      ? t(msg`unlimited tokens`)
      : t(msg`${plural({ tokens }, { one: '# token', other: '# tokens' })}`),
    symbols:
      symbols === UNLIMITED
        ? t(msg`unlimited symbols`)
        : t(msg`${plural({ symbols }, { one: '# symbol', other: '# symbols' })}`),
    trades:
      trades === UNLIMITED
        ? t(msg`unlimited trades`)
        : t(msg`${plural({ trades }, { one: '# trade', other: '# trades' })}`),
  };
  return {
    address: PRICING,
    page: pageName(i18n, PRICING),
    title: t(msg`${{ plan: name }} plan`),
    parts: [
      t(msg`${{ plan: name }} costs ${{ price }} USD a month.`),
      t(
        msg`It has ${{ tokens: allowance.tokens }} a month, ${plural({ requests }, { one: '{requests} request', other: '{requests} requests' })} a minute, ${{ symbols: allowance.symbols }} and ${{ trades: allowance.trades }} a day.`,
      ),
      t(
        msg`Terminal accounts: ${{ accounts }}; analysis: ${{ analysis }}; support: ${{ support }}.`,
      ),
    ],
    context: '',
    asked: [
      `what do I get with ${name}`,
      `how many symbols and tokens has ${name}`,
      `how many trades a day on ${name}`,
      `what does the ${name} plan cost a month`,
    ],
  };
}

/** An answer is read in a small panel: this many pieces and letters at most. */
const PIECES_MAX = 5;
const LETTERS_MAX = 520;

/**
 * The passage's own words that answer: all of them when it is short, else the pieces in which the words
 * of the question stand, in the order of the page.
 */
export function excerptOf({ passage, terms }: Found): string {
  const parts = passage.parts.map(withoutYesOrNo);
  if (lengthOf(parts) <= LETTERS_MAX && parts.length <= PIECES_MAX) return parts.join(' ');
  const ranked = parts
    .map((part, at) => ({ at, part, hits: termsOf(part).filter((term) => terms.has(term)).length }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits || a.at - b.at);
  const chosen: { at: number; part: string }[] = [];
  for (const piece of ranked.length > 0 ? ranked : parts.map((part, at) => ({ at, part }))) {
    if (chosen.length === PIECES_MAX) break;
    const longer = lengthOf([...chosen, piece].map(({ part }) => part));
    if (chosen.length === 0 || longer <= LETTERS_MAX) chosen.push(piece);
  }
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ part }) => part)
    .join(' ');
}

/** It answers the question that the page asks, which need not be the one that was asked here. */
function withoutYesOrNo(part: string): string {
  return part.replace(/^(Yes|No)\. /, '');
}

function lengthOf(parts: readonly string[]): number {
  return parts.join(' ').length;
}

/** A question that leans on the one before it ("and for Elite?", "how long?") is asked with it. */
export function findPassages(
  search: Search,
  message: string,
  history: readonly ChatTurn[],
): readonly Found[] {
  const found = search.find(message);
  const before = history.findLast(({ role }) => role === 'user');
  if (found.length > 0 || !before) return found;
  const terms = termsOf(message);
  return terms.every((term) => search.knows(term))
    ? search.find(`${message} ${before.content}`)
    : found;
}

/**
 * Takes the product's name out of a message: it says whom one speaks to, not what about. A name that is
 * made of words the pages use stays, because then it may well be the subject.
 *
 * @example createLeaveOutName('Acme')('Acme, what does Pro cost?') // ', what does Pro cost?'
 */
export function createLeaveOutName(
  name: string,
  i18n: I18n = i18nOf('en'),
): (message: string) => string {
  const used = new Set(
    pagesOf(i18n).flatMap(({ title, parts, context }) =>
      termsOf([title, ...parts, context].join(' ')),
    ),
  );
  if (termsOf(name).every((term) => used.has(term))) return (message) => message;
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?:['’]s)?(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return (message) => message.replace(named, '');
}
