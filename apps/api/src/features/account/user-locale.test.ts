import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { forgotPassword, login, resendVerification, signup } from '@quorate/contract/account';
import type { Endpoint } from '@quorate/contract/endpoint';
import type { Locale } from '@quorate/contract/locales';
import { exportMyData } from '@quorate/contract/my-data';
import { saveNotifications } from '@quorate/contract/notifications';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

const PASSWORD = 'correct horse battery';

async function stage(t: TestContext) {
  const service = await startTestService(t);
  const post = ({ method, path: url }: Endpoint, payload: object, language?: string) =>
    service.app.inject({
      method,
      url,
      payload,
      headers: language === undefined ? {} : { 'accept-language': language },
    });
  const localeOf = async (username: string) =>
    (
      await service.db
        .selectFrom('users')
        .select('locale')
        .where('username', '=', username)
        .executeTakeFirst()
    )?.locale;
  /** The language of the newest mail. */
  const mailed = async (email: string) =>
    /<html lang="(\w+)">/.exec((await service.mailsTo(email))[0]?.html ?? '')?.[1];
  const signUp = (username: string, more: object = {}, language?: string) =>
    post(
      signup,
      { username, email: `${username}@example.com`, password: PASSWORD, ...more },
      language,
    );
  return { service, post, localeOf, mailed, signUp };
}

describe('the language of an account', () => {
  it('is the one that sign-up was read in, and its mail is written in it', async (t) => {
    const { localeOf, mailed, signUp } = await stage(t);
    for (const [username, language, locale] of [
      ['amina', 'es-AR,es;q=0.9', 'es'],
      ['berta', 'en-US,en;q=0.9,es;q=0.8', 'en'],
      ['chiara', 'it', 'en'],
      ['dora', undefined, 'en'],
    ] as const) {
      assert.equal((await signUp(username, {}, language)).statusCode, 200);
      assert.equal(await localeOf(username), locale, username);
      assert.equal(await mailed(`${username}@example.com`), locale, username);
    }
  });

  it('may be said, which counts for more than the header; one that we do not have is refused', async (t) => {
    const { localeOf, mailed, signUp } = await stage(t);
    await signUp('amina', { locale: 'es' }, 'en');
    assert.equal(await localeOf('amina'), 'es');
    assert.equal(await mailed('amina@example.com'), 'es');
    for (const locale of ['de', 'es-MX', '', 7, null, ['es'], 'x'.repeat(5_000)])
      assert.equal((await signUp('berta', { locale })).statusCode, 400, String(locale).slice(0, 9));
    assert.equal(await localeOf('berta'), undefined);
  });

  it('is not changed by signing in, and comes with every answer about the account', async (t) => {
    const { service, post, localeOf } = await stage(t);
    const { token } = await signedInUser(service, { username: 'amina' });
    const told = async () => (await service.call(getDashboard, {}, token)).locale;
    assert.equal(await told(), 'en');
    await service.call(saveNotifications, { body: { locale: 'es' } }, token);
    assert.equal(await told(), 'es');
    const signedIn = await post(login, { username_or_email: 'amina', password: PASSWORD }, 'en');
    assert.equal(signedIn.json().user.locale, 'es');
    assert.equal(signedIn.headers['content-language'], 'en');
    assert.equal(await localeOf('amina'), 'es');
    const exported = await service.app.inject({
      method: exportMyData.method,
      url: exportMyData.path,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(exported.json().user.locale, 'es');
  });

  it('changes with the settings, alone or beside others, and only one’s own', async (t) => {
    const { service, localeOf } = await stage(t);
    const [amina, berta] = [
      await signedInUser(service, { username: 'amina' }),
      await signedInUser(service, { username: 'berta' }),
    ];
    const save = (body: { locale: Locale; time_zone?: string }) =>
      service.call(saveNotifications, { body }, amina.token);
    for (let time = 0; time < 2; time += 1)
      assert.equal((await save({ locale: 'es' })).settings.locale, 'es');
    const { settings } = await save({ locale: 'en', time_zone: 'America/Bogota' });
    assert.deepEqual([settings.locale, settings.time_zone], ['en', 'America/Bogota']);
    await save({ locale: 'es' });
    const kept = await service.call(
      saveNotifications,
      { body: { floor_mail: false } },
      amina.token,
    );
    assert.deepEqual([kept.settings.locale, kept.settings.time_zone], ['es', 'America/Bogota']);
    assert.deepEqual([await localeOf('amina'), await localeOf('berta')], ['es', 'en']);
    const refused = await service.fail(saveNotifications, { body: { locale: 'de' } }, berta.token);
    assert.equal(refused.code, 'validation_failed');
  });

  it('is that of mails which somebody else causes; a link to confirm comes as it was asked for', async (t) => {
    const { service, post, mailed, signUp } = await stage(t);
    const { user } = await signedInUser(service, { username: 'amina' });
    await service.db.updateTable('users').set({ locale: 'es' }).where('id', '=', user.id).execute();
    await post(forgotPassword, { email: user.email }, 'en');
    assert.equal(await mailed(user.email), 'es');
    service.clock.advance(120_000);
    await signUp('stranger', { email: user.email }, 'en');
    assert.equal(await mailed(user.email), 'es');
    // Her name is taken: whoever wants it has no account, and is written to as they read.
    await signUp('amina', { email: 'new@example.com' }, 'es');
    assert.equal(await mailed('new@example.com'), 'es');
    await signUp('berta', {}, 'en');
    await mailed('berta@example.com');
    service.clock.advance(120_000);
    await post(resendVerification, { email: 'berta@example.com' }, 'es');
    assert.equal(await mailed('berta@example.com'), 'es');
    service.clock.advance(120_000);
    await post(resendVerification, { email: 'berta@example.com' }, 'fr');
    assert.equal(await mailed('berta@example.com'), 'en');
  });
});
