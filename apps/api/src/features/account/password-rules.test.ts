import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  forgotPassword,
  login,
  resetPassword,
  signup,
  verifyEmail,
} from '@quorate/contract/account';
import { mailedToken, signedInUser } from '../../testing/builders.ts';
import { startTestService } from '../../testing/test-service.ts';
import { isCommonPassword } from './common-passwords.ts';
import { expectFairPassword } from './password-rules.ts';

const AMINA = { username: 'amina.k', email: 'mina@example.com' };

describe('a password that others would try first', () => {
  for (const password of [
    'password',
    'Password1!',
    'P@ssw0rd2024',
    'passw0rd',
    '12345678',
    '123456789',
    '87654321',
    '11111111',
    '12121212',
    'aaaaaaaaaaaa',
    'abcabcabc',
    'qwertyui',
    'poiuytrewq',
    'asdfghjkl',
    'zxcvbnm,'.slice(0, 7),
    '1q2w3e4r',
    'qwerty123',
    'iloveyou!',
    'Sunshine99',
    'letmein123',
    'abcdefgh',
    '123123',
    'qwe123',
    'Quorate2026',
    'metatrader5',
  ]) {
    it(`is ${password}`, () => {
      assert.throws(() => expectFairPassword(password, AMINA), {
        code: 'validation_failed',
        message: 'This password is one of the first that others would try. Please choose another.',
        fields: {
          password:
            'This password is one of the first that others would try. Please choose another.',
        },
      });
    });
  }

  for (const password of [
    'amina.k',
    'AMINA.K',
    'mina@example.com',
    ' Mina@Example.com ',
    'mina',
    'ａｍｉｎａ.k',
  ]) {
    it(`is one's own name: ${password}`, () => {
      assert.throws(() => expectFairPassword(password, AMINA), {
        message: 'The password must not be your username or email. Please choose another.',
      });
    });
  }

  for (const password of [
    'correct horse battery',
    'sixsix',
    'another battery',
    'dragonfly wings',
    'amina.k and her horse',
    '4 + 8 = twelve',
    'пароль и слово',
    '🐎🔋📎✅',
    'hunter of two cats',
    '20260302',
    'x7!pQ2zz',
  ]) {
    it(`is not ${password}`, () => {
      expectFairPassword(password, AMINA);
      assert.equal(isCommonPassword(password), false);
    });
  }

  it('is refused at sign-up after the checks of the specification, and counts as no sign-up', async (t) => {
    const service = await startTestService(t, { limits: { signUps: 1 } });
    const form = { ...AMINA, password: 'password' };
    assert.equal(
      (await service.fail(signup, { body: { ...form, email: 'x' } })).message,
      'Please enter a valid email address',
    );
    assert.equal((await service.fail(signup, { body: form })).status, 400);
    await service.call(signup, { body: { ...form, password: 'correct horse' } });
  });

  it('is refused at a reset, where it costs neither the link nor the sessions', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await service.call(forgotPassword, { body: { email: 'amina@example.com' } });
    const token = await mailedToken(service, 'amina@example.com');
    for (const password of ['123456', 'Amina@Example.com'])
      assert.equal(
        (await service.fail(resetPassword, { body: { token, password } })).code,
        'validation_failed',
      );
    await service.call(resetPassword, { body: { token, password: 'sixsix' } });
  });
});

describe('a password as it is kept', () => {
  const kept: [string, string][] = [
    ['spaces at its ends', '  two words  '],
    ['128 characters', `${'ab1 '.repeat(31)}last`],
    ['emoji, each of two code units', '🐎🔋📎✅🐎'],
    ['letters that grow when they are normalised', '\ufdfa'.repeat(128)],
    ['a character of no bytes’ worth', 'horse\u0000battery'],
    ['half of an emoji', `horse battery \ud83d`],
  ];
  for (const [what, password] of kept) {
    it(`has ${what}, whole`, async (t) => {
      const service = await startTestService(t);
      const { user } = await signedInUser(service, { username: 'amina' });
      await service.call(forgotPassword, { body: { email: user.email } });
      const token = await mailedToken(service, user.email);
      await service.call(resetPassword, { body: { token, password } });
      const signIn = (typed: string) =>
        service.app.inject({
          method: 'POST',
          url: login.path,
          payload: { username_or_email: 'amina', password: typed },
        });
      assert.equal((await signIn(password)).statusCode, 200);
      for (const other of [password.slice(0, -1), password.trim().slice(1), `${password} `])
        assert.equal((await signIn(other)).statusCode, 401, JSON.stringify(other));
    });
  }

  it('may not have 129 characters, nor 65 emoji', async (t) => {
    const service = await startTestService(t);
    for (const password of ['a'.repeat(129), '🐎'.repeat(65)]) {
      const failure = await service.fail(signup, { body: { ...AMINA, password } });
      assert.equal(failure.message, 'The password takes at most 128 characters');
    }
  });

  it('is the same typed on a keyboard that composes its characters otherwise', async (t) => {
    const service = await startTestService(t);
    const [composed, apart] = ['Käsebrot im Café', 'Ka\u0308sebrot im Cafe\u0301'];
    await service.call(signup, { body: { ...AMINA, password: composed } });
    await service.call(verifyEmail, { body: { token: await mailedToken(service, AMINA.email) } });
    await service.call(login, { body: { username_or_email: 'amina.k', password: apart } });
  });
});
