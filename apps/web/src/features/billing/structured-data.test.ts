import { MORE_QUESTIONS } from '@quorate/content/more-questions';
import { QUESTIONS } from '@quorate/content/questions';
import { PLANS } from '@quorate/contract/plans';
import { expect, test } from 'vitest';
import { QUESTION_GROUPS, questions } from './questions.ts';
import { questionsData } from './questions-data.ts';
import { plansData } from './structured-data.ts';

test('every plan is an offer with its listed figures', () => {
  const plans = plansData()['@graph'].map(({ name, description, offers }) => [
    name,
    description,
    `${offers.price} ${offers.priceCurrency}`,
    new URL(offers.url).pathname,
  ]);
  expect(plans).toEqual([
    [
      'Quorate Free',
      'Tokens a month: 300K, requests a minute: 20, symbols: 2, daily trades: 3.',
      '0.00 USD',
      '/pricing',
    ],
    [
      'Quorate Starter',
      'Tokens a month: 3M, requests a minute: 60, symbols: 5, daily trades: 10.',
      '40.00 USD',
      '/pricing',
    ],
    [
      'Quorate Pro',
      'Tokens a month: 8M, requests a minute: 300, symbols: 10, daily trades: 20.',
      '80.00 USD',
      '/pricing',
    ],
    [
      'Quorate Elite',
      'Tokens a month: Unlimited, requests a minute: 1,000, symbols: Unlimited, daily trades: Unlimited.',
      '380.00 USD',
      '/pricing',
    ],
  ]);
});

test('the questions are those of the page, word for word', () => {
  const { '@type': type, mainEntity } = questionsData();
  expect(type).toBe('FAQPage');
  expect(mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
    questions.map(({ question, answer }) => [question, answer]),
  );
});

test('each question stands in one group under the plans', () => {
  const grouped = QUESTION_GROUPS.flatMap(({ ids }) => ids);
  expect(grouped.toSorted()).toEqual(
    [...QUESTIONS, ...MORE_QUESTIONS].map(({ id }) => id).toSorted(),
  );
});

test('the questions name the paper accounts of each plan as they are granted', () => {
  const [free, starter, pro, elite] = PLANS.map(({ granted }) => granted.paper_accounts);
  const answer = QUESTIONS.find(({ id }) => id === 'terminal-accounts')?.answer;
  expect(answer).toContain(
    `Paper accounts are counted apart: ${free} on Free, ${starter} on Starter, ${pro} on Pro and ${elite} on Elite.`,
  );
});
