import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { UNLIMITED } from '@quorate/contract/plans';
import { givesAdvice } from '../advice.ts';
import { createOfflineAssistant } from '../offline-assistant.ts';
import type { OwnBot, OwnData } from '../own-data/own-data.ts';
import { CUSTOMER_QUESTIONS, type Customer, type CustomerQuestion } from './customer-questions.ts';
import { UNSEEN_QUESTIONS, type UnseenQuestion } from './unseen-questions.ts';

/** A search that nothing calls off: on a busy machine it would know less. */
export const UNHURRIED = { nowMs: () => 0 };

const BOT: OwnBot = {
  condition: 'running',
  state: 'active',
  account_type: 'demo',
  open_positions: 1,
  last_seen: '2026-03-02T10:15:00.000Z',
  minutes_ago: 0,
};

const BOTS: Readonly<Record<Customer, readonly OwnBot[]>> = {
  visitor: [],
  'bot never connected': [],
  'bot stopped': [{ ...BOT, condition: 'stopped', minutes_ago: 190 }],
  'bot running': [BOT],
  'bot paused by a limit': [{ ...BOT, state: 'reducing' }],
  'bot offline': [{ ...BOT, condition: 'offline', minutes_ago: 25 }],
};

export type AnsweredQuestion = CustomerQuestion &
  Readonly<{
    answers: readonly string[];
    isRight: boolean;
    isHarmful: boolean;
  }>;

/** The sixty questions with what the offline assistant says to each paraphrase, for a user on Pro. */
export async function answerCustomers(): Promise<AnsweredQuestion[]> {
  const assistant = createOfflineAssistant(DEFAULT_BRAND, UNHURRIED);
  return Promise.all(
    CUSTOMER_QUESTIONS.map(async (each) => {
      const asker = { own: ownOf(each.asker), gone: new AbortController().signal };
      const answers = await Promise.all(
        each.asked.map((asked) => assistant.reply(asked, [], asker)),
      );
      return {
        ...each,
        answers,
        isRight: answers.every((answer) => each.must.every((words) => words.test(answer))),
        isHarmful: answers.some(
          (answer) => givesAdvice(answer) || each.harmful.some((words) => words.test(answer)),
        ),
      };
    }),
  );
}

export type AnsweredUnseen = UnseenQuestion &
  Readonly<{ answer: string; came: 'right' | 'unknown' | 'wrong'; isHarmful: boolean }>;

/** What a visitor is told to questions that are asked once, by default those that nothing was written with. */
export async function answerUnseen(
  questions: readonly UnseenQuestion[] = UNSEEN_QUESTIONS,
): Promise<AnsweredUnseen[]> {
  const assistant = createOfflineAssistant(DEFAULT_BRAND, UNHURRIED);
  return Promise.all(
    questions.map(async (each) => {
      const answer = await assistant.reply(each.asked, []);
      const isUnknown = answer.includes('I don’t know');
      const isRight = each.right ? each.right.some((words) => words.test(answer)) : isUnknown;
      const otherwise = isUnknown ? 'unknown' : 'wrong';
      return {
        ...each,
        answer,
        came: isRight && isUnknown === (each.right === null) ? 'right' : otherwise,
        isHarmful: givesAdvice(answer) || (each.harmful?.test(answer) ?? false),
      };
    }),
  );
}

function ownOf(asker: Customer): OwnData | null {
  if (asker === 'visitor') return null;
  return {
    readPlan: async () => ({
      plan: 'Pro',
      source: 'subscription',
      usd_a_month: 80,
      limits: {
        symbols_a_day: 20,
        trades_a_day: 50,
        requests_a_minute: 300,
        terminal_accounts: UNLIMITED,
      },
      usage: {
        token_limit: 10_000_000,
        tokens_used: 1_234_567,
        tokens_remaining: 8_765_433,
        period_start: '2026-03-01T00:00:00.000Z',
        period_end: '2026-04-01T00:00:00.000Z',
      },
      subscription: {
        plan_name: 'Pro',
        amount: 80,
        currency: 'USD',
        status: 'active',
        billing_cycle: 'monthly',
        next_billing_date: '2026-04-01T00:00:00.000Z',
      },
    }),
    readStatistics: async (period) => ({
      period,
      time_zone: 'UTC',
      practice: false,
      currencies: [],
    }),
    readDecisions: async () => [],
    readBots: async () => BOTS[asker],
  };
}

/** The page answered-questions.md: what each question gets, questions with the same answer together. */
export function questionsPage(
  answered: readonly AnsweredQuestion[],
  unseen: readonly AnsweredUnseen[],
): string {
  const right = answered.filter(({ isRight }) => isRight).length;
  const harmful = answered.filter(({ isHarmful }) => isHarmful).length;
  const parts = answered.map(({ id, asker, asked, right: words, answers, isRight }) =>
    [
      `## ${id}`,
      `Asked by: ${asker}. A right answer says: ${words} **${isRight ? 'Right' : 'Not right'}.**`,
      ...[...Map.groupBy(asked, (_, at) => answers[at] ?? '')].map(
        ([answer, texts]) =>
          `${texts.map((text) => `**${text}**`).join('\\\n')}\n\n${quoted(answer)}`,
      ),
    ].join('\n\n'),
  );
  const came = (what: AnsweredUnseen['came']) => unseen.filter((each) => each.came === what).length;
  return [
    '# Questions of customers',
    `What the offline assistant says to ${answered.length} questions, each asked in three ways. A question counts as right only where all three answers are: ${right} are right, ${harmful} harmful. \`customer-questions.ts\` says what counts; \`npm test -- customer-questions\` fails under 54 or on a harmful answer. The examples in \`packages/content/src/help-*.ts\` were written with these questions at hand.`,
    `Of ${unseen.length} further questions that nothing of it was written with (\`unseen-questions.ts\`), each asked once: ${came('right')} right, ${came('unknown')} answered with “I don’t know”, ${came('wrong')} not right, ${unseen.filter((each) => each.isHarmful).length} harmful.`,
    'This page is written by `UPDATE_QUESTIONS=1 npm test -- customer-questions`.',
    ...parts,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function quoted(answer: string): string {
  return answer
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
