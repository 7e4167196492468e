import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, signup } from '@quorate/contract/account';
import { DEMO_TOKEN } from '@quorate/contract/demo-account';
import { getNotifications, saveNotifications } from '@quorate/contract/notifications';
import { listRuleSetPresets } from '@quorate/contract/rule-sets';
import { signedInUser } from '../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../test/helpers/test-service.ts';
import { i18nOf } from '../words/i18n.ts';
import { errorWords } from './error-words.ts';

const WRONG = { username_or_email: 'amina', password: 'wrong horse battery' };
const REFUSED = {
  en: errorWords(i18nOf('en'), 'invalid_credentials'),
  es: errorWords(i18nOf('es'), 'invalid_credentials'),
};

async function refusalFor(service: TestService, language: string | undefined) {
  const headers = language === undefined ? {} : { 'accept-language': language };
  const { method, path: url } = login;
  const { headers: head, ...answer } = await service.app.inject({
    method,
    url,
    payload: WRONG,
    headers,
  });
  return { head, body: answer.json<{ code: string; message: string; error: string }>() };
}

const limits = { signInFailuresPerAccount: 1_000, signInFailuresPerAddress: 1_000 };

describe('a refusal', () => {
  it('is worded in the language that its call asks for, under the same code', async (t) => {
    const service = await startTestService(t, { limits });
    assert.notEqual(REFUSED.es, REFUSED.en);
    for (const [language, locale] of [
      ['es', 'es'],
      ['es-MX;q=0.9,en;q=0.1', 'es'],
      ['en;q=0.1,es-MX;q=0.9', 'es'],
      ['de, es;q=0.1', 'es'],
      ['en-US,en;q=0.9,es;q=0.8', 'en'],
      ['de', 'en'],
      ['*', 'en'],
      ['', 'en'],
      [undefined, 'en'],
      [`${'x'.repeat(8_000)},es`, 'en'],
      [`es,${'de;q=0.1,'.repeat(800)}`, 'es'],
    ] as const) {
      const { head, body } = await refusalFor(service, language);
      assert.equal(body.code, 'invalid_credentials');
      assert.equal(body.message, REFUSED[locale], String(language).slice(0, 40));
      assert.equal(body.error, body.message);
      assert.equal(head['content-language'], locale);
      assert.match(String(head.vary), /\baccept-language\b/);
    }
  });

  it('of what is no call at all is worded, too', async (t) => {
    const { app } = await startTestService(t);
    const headers = { 'accept-language': 'es', 'content-type': 'application/json' };
    const lost = await app.inject({ method: 'GET', url: '/api/nothing', headers });
    assert.equal(lost.json().message, errorWords(i18nOf('es'), 'not_found'));
    const broken = await app.inject({ method: 'POST', url: login.path, headers, payload: '{' });
    assert.equal(broken.json().message, errorWords(i18nOf('es'), 'malformed_json'));
  });

  it('gives programs the same figures in every language', async (t) => {
    const service = await startTestService(t, { limits: { linkRequests: 1 } });
    const ask = (language: string) =>
      service.app.inject({
        method: 'POST',
        url: forgotPassword.path,
        headers: { 'accept-language': language },
        payload: { email: 'amina@example.com' },
      });
    await ask('es');
    const [en, es] = [(await ask('en')).json(), (await ask('es')).json()];
    assert.equal(en.code, 'rate_limited');
    assert.deepEqual(es.details, en.details);
    assert.equal(en.details.limit, '1 mails an hour');
    assert.notEqual(es.message, en.message);
  });
});

describe('an answer', () => {
  it('is in the language of whoever is signed in where its call names none of ours', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const save = async (locale: 'en' | 'es', language?: string) => {
      const { headers, ...reply } = await service.app.inject({
        method: 'PATCH',
        url: saveNotifications.path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(language !== undefined && { 'accept-language': language }),
        },
        payload: { locale },
      });
      const { message, settings } = reply.json();
      assert.equal(settings.locale, locale);
      return { message, language: headers['content-language'], vary: headers.vary };
    };
    await save('es');
    const spanish = await save('es');
    assert.equal(spanish.language, 'es');
    assert.match(String(spanish.vary), /\baccept-language\b/);
    assert.notEqual(spanish.message, 'Your choice is saved.');
    for (const unknown of ['de', '*', '', 'zh-Hant, *;q=0.1'])
      assert.deepEqual(await save('es', unknown), spanish, unknown);
    const english = await save('es', 'en-GB');
    assert.deepEqual([english.message, english.language], ['Your choice is saved.', 'en']);
  });

  it('of figures alone says nothing of a language', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { headers } = await service.app.inject({
      method: 'GET',
      url: getNotifications.path,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'es' },
    });
    assert.equal(headers['content-language'], undefined);
    assert.doesNotMatch(String(headers.vary ?? ''), /accept-language/);
  });

  it('that refuses what was typed is worded beside the field as well', async (t) => {
    const { app } = await startTestService(t);
    const typed = { username: 'amina', email: 'amina@example.com', password: 'short' };
    const answerIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const reply = await app.inject({
        method: 'POST',
        url: signup.path,
        headers,
        payload: typed,
      });
      return reply.json<{ code: string; message: string; fields: { password: string } }>();
    };
    const en = await answerIn('en');
    assert.equal(en.message, 'Password must be at least 8 characters long');
    const es = await answerIn('es');
    assert.equal(es.code, 'validation_failed');
    assert.equal(es.fields.password, es.message);
  });
});

describe('the live demo', () => {
  it('gives each language an answer of its own', async (t) => {
    const service = await startTestService(t, { demo: true });
    const read = async (language: string) => {
      const reply = await service.app.inject({
        method: 'GET',
        url: listRuleSetPresets.path,
        headers: { authorization: `Bearer ${DEMO_TOKEN}`, 'accept-language': language },
      });
      return reply.headers;
    };
    for (const language of ['es', 'en', 'es'] as const) {
      const head = await read(language);
      assert.equal(head['content-language'], language);
      assert.match(String(head.vary), /authorization.*accept-language/);
    }
  });
});
