import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resetFault, signupFault } from './account.ts';

const GOOD = {
  username: 'amina',
  email: 'amina@example.com',
  password: 'correct horse',
  confirmPassword: 'correct horse',
  termsAccepted: true,
};

describe('the rules of the sign-up form', () => {
  it('let a good form through', () => {
    assert.equal(signupFault(GOOD), null);
    assert.equal(signupFault({ ...GOOD, username: 'Åsa.Öberg_2-x', email: ' a@b.c ' }), null);
  });

  // @spec 5.7, 5.8, 5.9, 5.10, 5.11
  it('are checked in the order of the specification: each fault hides the ones after it', () => {
    const worst = {
      username: '',
      email: 'nowhere',
      password: 'short',
      confirmPassword: 'other',
      termsAccepted: false,
    };
    const steps: [Partial<typeof GOOD>, string][] = [
      [{}, 'All fields are required'],
      [{ username: 'amina' }, 'You must agree to the Terms of Service to create an account'],
      [{ termsAccepted: true }, 'Passwords do not match'],
      [{ confirmPassword: 'short' }, 'Password must be at least 8 characters long'],
      [
        { password: 'long enough', confirmPassword: 'long enough' },
        'Please enter a valid email address',
      ],
    ];
    let form = worst;
    for (const [repair, message] of steps) {
      form = { ...form, ...repair };
      assert.equal(signupFault(form)?.message, message);
    }
    assert.equal(signupFault({ ...form, email: 'amina@example.com' }), null);
  });

  // @spec 5.10, 9.24, 10.11
  it('take exactly 8 characters and refuse 7', () => {
    assert.equal(signupFault({ ...GOOD, password: '12345678', confirmPassword: '12345678' }), null);
    assert.equal(
      signupFault({ ...GOOD, password: '1234567', confirmPassword: '1234567' })?.field,
      'password',
    );
    const long = 'x'.repeat(129);
    assert.match(
      signupFault({ ...GOOD, password: long, confirmPassword: long })?.message ?? '',
      /at most 128/,
    );
  });
});

describe('the rules of the reset form', () => {
  // @spec 5.14, 9.25, 10.11
  it('take exactly 6 characters, where sign-up takes 8', () => {
    assert.equal(resetFault({ password: '123456', confirmPassword: '123456' }), null);
    assert.equal(
      resetFault({ password: '12345', confirmPassword: '12345' })?.message,
      'Password must be at least 6 characters',
    );
    assert.equal(
      resetFault({ password: '123456', confirmPassword: '123457' })?.message,
      'Passwords do not match',
    );
  });
});
