import { GUIDE } from '@quorate/content/guide';
import { HELP } from '@quorate/content/help';
import { PRIVACY } from '@quorate/content/privacy';
import { QUESTIONS } from '@quorate/content/questions';
import { REFUND } from '@quorate/content/refund';
import { TERMS } from '@quorate/content/terms';
import type { Brand } from '@quorate/contract/brand';
import { isUnlimitedTokens, PLANS, type Plan, UNLIMITED } from '@quorate/contract/plans';
import { ASKED_AS } from './asked-as.ts';
import { type Passage, passagesOf, questionPassages } from './passages.ts';

const PRICING = { path: '/pricing', title: 'Pricing page' } as const;

/** What every site says, whatever its brand. */
export const PAGES: readonly Passage[] = [
  ...[GUIDE, PRIVACY, REFUND, TERMS].flatMap(passagesOf),
  ...questionPassages(QUESTIONS, PRICING),
  ...PLANS.map(planPassage),
  {
    address: PRICING.path,
    page: PRICING.title,
    title: 'What the plans cost',
    parts: [
      ...PLANS.map(({ name, monthly_cost }) => `${name}: ${monthly_cost} USD a month.`),
      'A year costs ten times the monthly price.',
    ],
    context:
      'prices of all plans, subscription, compare plans, difference between starter, pro and elite',
  },
];

/** Everything the offline assistant knows: what the site says, and nothing else. */
export function libraryOf(brand: Brand): readonly Passage[] {
  const said = [...PAGES, contactPassage(brand)];
  const pages = said.map((passage, at) => {
    // A section's items lead to its address, too, but speak of one thing each.
    const first = said.findIndex(({ address }) => address === passage.address) === at;
    const asked = first ? ASKED_AS[passage.address]?.split(', ') : undefined;
    return asked === undefined ? passage : { ...passage, asked };
  });
  return [...helpPassages(brand), ...pages];
}

/** Pages that are no documents. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
  '/contact': 'Contact page',
  '/dashboard': 'Dashboard',
  '/developers': 'API page',
};

/** Answers in words of their own for what is asked in words that no page uses. */
function helpPassages(brand: Brand): Passage[] {
  const plans = PLANS.map(({ name, monthly_cost }) => `${name}: ${monthly_cost} USD a month.`);
  const documents = [GUIDE, PRIVACY, REFUND, TERMS];
  return HELP.map(({ title, answer, address, asked }) => ({
    address,
    page:
      documents.find(({ path }) => address.startsWith(path))?.title ??
      OTHER_PAGES[address] ??
      PRICING.title,
    title,
    parts: [
      answer
        .replace('{{plans}}', plans.join(' '))
        .replace('{{contact}}', contactPassage(brand).parts.join(' ')),
    ],
    context: '',
    asked,
  }));
}

function contactPassage({ supportEmail, phone, phoneHours, office }: Brand): Passage {
  return {
    address: '/contact',
    page: 'Contact page',
    title: 'How to reach support and sales',
    parts: [
      `Write to ${supportEmail} or use the form; we reply within 24 hours.`,
      `Phone: ${phone}, ${phoneHours}.`,
      `Office: ${office}.`,
    ],
    context: '',
  };
}

function planPassage(plan: Plan): Passage {
  const { name, monthly_cost, ai_analysis, support, listed } = plan;
  return {
    address: PRICING.path,
    page: PRICING.title,
    title: `${name} plan`,
    parts: [
      `${name} costs ${monthly_cost} USD a month.`,
      `It has ${tokensText(listed.tokens)} a month, ${listed.requests_per_minute} requests a minute, ` +
        `${countText(listed.symbols, 'symbols')} and ${countText(listed.daily_trades, 'trades')} a day.`,
      `Terminal accounts: ${listed.terminal_accounts === UNLIMITED ? 'any number' : listed.terminal_accounts}; analysis: ${ai_analysis}; support: ${support}.`,
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

function tokensText(tokens: number): string {
  return isUnlimitedTokens(tokens) ? 'unlimited tokens' : `${tokens.toLocaleString('en')} tokens`;
}

function countText(count: number, things: string): string {
  return count === UNLIMITED ? `unlimited ${things}` : `${count} ${things}`;
}
