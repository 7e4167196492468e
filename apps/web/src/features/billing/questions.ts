import { t } from '@lingui/core/macro';
import type { Question } from '@quorate/content/document';
import { MORE_QUESTIONS } from '@quorate/content/more-questions';
import { QUESTIONS } from '@quorate/content/questions';
import { translatedQuestions } from '@quorate/content/translated';
import { sayText } from '@quorate/ui/i18n';

/** What people ask before they choose a plan, in the reader's language. */
const everyQuestion = translatedQuestions([...QUESTIONS, ...MORE_QUESTIONS], sayText);

/** The questions as they stand under the plans: a test sees to it that each has one place. */
export const QUESTION_GROUPS: readonly Readonly<{ title: string; ids: readonly string[] }>[] = [
  {
    title: t`Plans and payment`,
    ids: [
      'change-plan',
      'exceed-limits',
      'money-back',
      'free-plan',
      'token',
      'decisions',
      'carry-over',
      'yearly',
      'how-to-pay',
      'invoice',
      'taxes',
      'cancel',
    ],
  },
  {
    title: t`Risk and results`,
    ids: ['lose', 'stop-loss', 'profit', 'proven', 'news', 'outage'],
  },
  {
    title: t`Accounts and brokers`,
    ids: [
      'try',
      'platforms',
      'markets',
      'minimum',
      'terminal-accounts',
      'computer-on',
      'windows-app',
    ],
  },
  { title: t`Models and safety`, ids: ['which-models', 'own-key', 'password'] },
];

/** The questions with these ids, in this order. */
export function questionsOf(ids: readonly string[]): Question[] {
  return ids.flatMap((id) => everyQuestion.find((each) => each.id === id) ?? []);
}

/** All questions, in the order of the page. */
export const questions = QUESTION_GROUPS.flatMap(({ ids }) => questionsOf(ids));
