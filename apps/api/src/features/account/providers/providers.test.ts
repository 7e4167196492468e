import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login, signup, verifyEmail } from '@quorate/contract/account';
import { finishProviderSignIn, unlinkProvider } from '@quorate/contract/providers';
import { changePassword, getAccountSecurity } from '@quorate/contract/security';
import { loginWithCode } from '@quorate/contract/sign-in-steps';
import { mailedToken, signedInUser } from '../../../../test/helpers/builders.ts';
import { AMINA, begin, enter, providerStage } from '../../../../test/helpers/provider-stage.ts';
import { codeOf, userWithApp, wrongCodeOf } from '../../../../test/helpers/second-factor.ts';

for (const provider of ['google', 'github'] as const) {
  describe(`signing in with ${provider}`, () => {
    it('makes a verified account without a password, and finds it again by its person', async (t) => {
      const at = await providerStage(t);
      const { service } = at;
      const first = await enter(at, provider, AMINA);
      assert.equal(first.user.email, AMINA.email);
      assert.equal(first.user.username, 'amina.karimi');
      const moved = { ...AMINA, email: 'elsewhere@example.net', verified: false };
      const second = await enter(at, provider, moved);
      assert.deepEqual(second.user, first.user);
      const { security } = await service.call(getAccountSecurity, {}, second.access_token);
      assert.equal(security.has_password, false);
      assert.deepEqual(
        security.providers.map((one) => [one.provider, one.email]),
        [[provider, AMINA.email]],
      );
      const [mail] = await service.mailsTo(AMINA.email);
      assert.match(mail?.subject ?? '', /Your account was made with (Google|GitHub)/);
    });

    it('links an account whose address was verified, and tells its owner', async (t) => {
      const at = await providerStage(t);
      const { user, token } = await signedInUser(at.service, { username: 'amina' });
      const entered = await enter(at, provider, AMINA);
      assert.equal(entered.user.id, user.id);
      const { security } = await at.service.call(getAccountSecurity, {}, token);
      assert.equal(security.has_password, true);
      assert.equal(security.providers.length, 1);
      assert.match((await at.service.mailsTo(user.email))[0]?.subject ?? '', /was linked to/);
    });

    it('takes an account that was never verified out of the hands of whoever made it', async (t) => {
      const at = await providerStage(t);
      const { service } = at;
      const mallory = { username: 'mallory', email: AMINA.email, password: 'mallorys own words' };
      await service.call(signup, { body: mallory });
      const link = await mailedToken(service, AMINA.email);
      const entered = await enter(at, provider, AMINA);
      const { security } = await service.call(getAccountSecurity, {}, entered.access_token);
      assert.equal(security.has_password, false);
      const body = { username_or_email: 'mallory', password: mallory.password };
      assert.equal((await service.fail(login, { body })).code, 'invalid_credentials');
      const late = await service.fail(verifyEmail, { body: { token: link } });
      assert.equal(late.code, 'verification_invalid');
      assert.match((await service.mailsTo(AMINA.email))[0]?.text ?? '', /no longer counts/);
    });

    it('refuses a person whose address is not verified there, and makes nothing', async (t) => {
      const at = await providerStage(t);
      const { user } = await signedInUser(at.service, { username: 'amina' });
      const body = await begin(at, provider, { ...AMINA, verified: false });
      const refused = await at.service.fail(finishProviderSignIn, { body });
      assert.deepEqual([refused.status, refused.code], [403, 'provider_email_unverified']);
      const links = await at.service.db.selectFrom('provider_accounts').selectAll().execute();
      assert.deepEqual(links, []);
      assert.deepEqual(await at.service.mailsTo(user.email), []);
    });

    it('takes a code once, and a state once', async (t) => {
      const at = await providerStage(t);
      const back = await begin(at, provider, AMINA);
      await at.service.call(finishProviderSignIn, { body: back });
      const again = await at.service.fail(finishProviderSignIn, { body: back });
      assert.equal(again.code, 'challenge_over');
      const other = await begin(at, provider, AMINA);
      const body = { ...other, code: back.code };
      const replayed = await at.service.fail(finishProviderSignIn, { body });
      assert.deepEqual([replayed.status, replayed.code], [403, 'provider_refused']);
    });

    it('opens one session of many that come back at once', async (t) => {
      const at = await providerStage(t);
      const body = await begin(at, provider, AMINA);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => at.service.call(finishProviderSignIn, { body })),
      );
      assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    });

    it('makes one account of a person who signs in twice at once', async (t) => {
      const at = await providerStage(t);
      const backs = [await begin(at, provider, AMINA), await begin(at, provider, AMINA)];
      const entered = await Promise.all(
        backs.map((body) => at.service.call(finishProviderSignIn, { body })),
      );
      assert.equal(entered[0]?.user.id, entered[1]?.user.id);
      assert.equal((await at.service.db.selectFrom('users').select('id').execute()).length, 1);
    });

    it('refuses a code that was given to another sign-in (PKCE)', async (t) => {
      const at = await providerStage(t);
      const [mine, stolen] = [await begin(at, provider, AMINA), await begin(at, provider, AMINA)];
      const body = { state: mine.state, code: stolen.code };
      const refused = await at.service.fail(finishProviderSignIn, { body });
      assert.equal(refused.code, 'provider_refused');
    });

    it('is over after ten minutes, and for a state that was never given', async (t) => {
      const at = await providerStage(t);
      const body = await begin(at, provider, AMINA);
      at.service.clock.advance(10 * 60_000);
      assert.equal((await at.service.fail(finishProviderSignIn, { body })).code, 'challenge_over');
      const unknown = { state: 'x'.repeat(43), code: 'abc' };
      const refused = await at.service.fail(finishProviderSignIn, { body: unknown });
      assert.equal(refused.code, 'challenge_over');
    });

    it('keeps neither state nor verifier as they are', async (t) => {
      const at = await providerStage(t);
      const { state } = await begin(at, provider, AMINA);
      const rows = await at.service.db.selectFrom('challenges').selectAll().execute();
      const stored = JSON.stringify(rows);
      assert.ok(!stored.includes(state));
      assert.doesNotMatch(stored, /codeVerifier|nonce/);
    });
  });
}

describe('an account made or found by a provider', () => {
  it('gets a free name when the one that fits is taken', async (t) => {
    const at = await providerStage(t);
    await signedInUser(at.service, { username: 'amina.karimi' });
    const entered = await enter(at, 'google', AMINA);
    assert.match(entered.user.username, /^amina\.karimi\d{4,6}$/);
  });

  it('is bound to the newest of two persons with its address', async (t) => {
    const at = await providerStage(t);
    const first = await enter(at, 'google', AMINA);
    const second = await enter(at, 'google', { ...AMINA, subject: '2002' });
    assert.equal(second.user.id, first.user.id);
    const links = await at.service.db.selectFrom('provider_accounts').select('subject').execute();
    assert.deepEqual(links, [{ subject: '2002' }]);
  });
});

describe('a provider sign-in to an account with an authenticator app', () => {
  it('asks for the code first, and links only once it was right', async (t) => {
    const at = await providerStage(t);
    const { service } = at;
    const amina = await userWithApp(service, { username: 'amina' });
    const body = await begin(at, 'google', AMINA);
    const asked = await service.fail(finishProviderSignIn, { body });
    assert.deepEqual([asked.status, asked.code], [403, 'second_factor_needed']);
    const challenge = String(asked.details?.challenge);
    const linked = () => service.db.selectFrom('provider_accounts').select('subject').execute();
    const wrong = wrongCodeOf(service, amina.secret);
    await service.fail(loginWithCode, { body: { challenge, code: wrong } });
    assert.deepEqual(await linked(), []);
    const code = codeOf(service, amina.secret);
    const entered = await service.call(loginWithCode, { body: { challenge, code } });
    assert.equal(entered.user.id, amina.user.id);
    assert.deepEqual(await linked(), [{ subject: AMINA.subject }]);
    const next = await begin(at, 'google', AMINA);
    const again = await service.fail(finishProviderSignIn, { body: next });
    assert.equal(again.code, 'second_factor_needed', 'a linked person gives the code, too');
  });
});

describe('unlinking a provider', () => {
  it('takes its way in away, but never the last one', async (t) => {
    const at = await providerStage(t);
    const { service } = at;
    const { access_token: token } = await enter(at, 'google', AMINA);
    const params = { provider: 'google' } as const;
    const last = await service.fail(unlinkProvider, { params }, token);
    assert.deepEqual([last.status, last.code], [409, 'last_way_in']);
    await service.call(unlinkProvider, { params: { provider: 'github' } }, token);
    await enter(at, 'github', AMINA);
    const results = await Promise.allSettled(
      (['google', 'github'] as const).map((provider) =>
        service.call(unlinkProvider, { params: { provider } }, token),
      ),
    );
    assert.deepEqual(results.map((result) => result.status).toSorted(), ['fulfilled', 'rejected']);
    await service.call(changePassword, { body: { password: 'three blue elephants' } }, token);
    await service.call(unlinkProvider, { params }, token);
    await service.call(unlinkProvider, { params: { provider: 'github' } }, token);
    const { security } = await service.call(getAccountSecurity, {}, token);
    assert.deepEqual(security.providers, []);
    const body = { username_or_email: AMINA.email, password: 'three blue elephants' };
    await service.call(login, { body });
    const subjects = (await service.mailsTo(AMINA.email)).map((mail) => mail.subject);
    assert.ok(subjects.includes('Google was unlinked from your account'));
  });
});
