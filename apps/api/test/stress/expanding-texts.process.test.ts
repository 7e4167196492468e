import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postTo } from '../helpers/server-calls.ts';
import { type AttackStage, expectUnhurt, startAttackStage } from './helpers/bystander.ts';

/** Texts that are small as they are sent and large, long or slow where they are compared. */
const MESSAGES: Readonly<Record<string, string>> = {
  'one sign that normalisation makes 18 of': '\ufdfa'.repeat(3_900),
  'signs that become four': '\u3300'.repeat(4_000),
  'a stop that becomes three': `${'\u2026'.repeat(3_999)}x`,
  'letters with their accents apart': 'e\u0301'.repeat(2_000),
  'one word of 4,000 letters': 'x'.repeat(4_000),
  'wide letters in one word': '\uff21'.repeat(4_000),
  'misspelt words': Array.from({ length: 400 }, (_, at) => `refnud${at * 7}zq`)
    .join(' ')
    .slice(0, 4_000),
  'misspelt words of 16 letters': Array.from({ length: 230 }, (_, at) =>
    `${(at * 7_919).toString(36).padStart(4, 'm')}requirmentsa`.slice(0, 16),
  )
    .join(' ')
    .slice(0, 4_000),
  'the beginning of a question for advice, again and again': 'how much should i '.repeat(222),
};

let stage: AttackStage;
before(async () => {
  stage = await startAttackStage({
    LIMIT_CHAT_ADDRESS: '1000',
    LIMIT_SIGN_UPS: '1000',
    LIMIT_SIGN_UPS_RANGE: '1000',
  });
});
after(() => stage.stop());

describe('texts that grow when they are compared', () => {
  it('keep nobody waiting in the chat, five of each at once, with as large a history', async (t) => {
    const { url } = stage.server;
    const watched = await stage.watch(async () => {
      const statuses: number[] = [];
      for (const message of Object.values(MESSAGES)) {
        const history = Array.from({ length: 10 }, () => ({
          role: 'user',
          content: message.repeat(2).slice(0, 8_000),
        }));
        const replies = await Promise.all(
          Array.from({ length: 5 }, () => postTo(url, '/api/chat', { message, history })),
        );
        statuses.push(...replies.map(({ status }) => status));
      }
      return statuses;
    });
    expectUnhurt(t, watched);
    assert.deepEqual(new Set(watched.result), new Set([200]));
  });

  it('keep nobody waiting in names, addresses, passwords, codes, messages and reviews', async (t) => {
    const { url } = stage.server;
    const { token } = stage.bystander;
    const watched = await stage.watch(async () => {
      const statuses: number[] = [];
      for (const sign of ['\ufdfa', '\u3300', '\uff21', 'e\u0301']) {
        const name = sign.repeat(32).slice(0, 32);
        const email = `${sign.repeat(240).slice(0, 240)}@a.example`;
        const text = sign.repeat(1_000).slice(0, 1_000);
        const replies = await Promise.all([
          postTo(url, '/signup', { username: name, email, password: text.slice(0, 128) }),
          postTo(url, '/login', { username_or_email: email, password: text }),
          postTo(url, '/login', { username_or_email: name, password: text }),
          postTo(url, '/forgot-password', { email }),
          postTo(url, '/resend-verification', { email }),
          postTo(url, '/api/contact', { name, email, subject: name, message: text }),
          postTo(url, '/api/reviews', { rating: 5, comment: text }, token),
          postTo(url, '/api/user/delete', { username: name }, token),
        ]);
        statuses.push(...replies.map(({ status }) => status));
      }
      return statuses;
    });
    expectUnhurt(t, watched);
    assert.deepEqual(
      watched.result.filter((status) => status >= 500),
      [],
      'nothing is a fault of the service',
    );
  });
});
