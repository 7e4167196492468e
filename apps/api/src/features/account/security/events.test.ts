import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { msg } from '@lingui/core/runtime-macro';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { readerOf } from '../../../mail/letter.ts';
import { noticeMail } from './events.ts';

const SITE = { brand: DEFAULT_BRAND, publicUrl: 'https://quorate.example' };
const AMINA = readerOf({ email: 'amina@example.com', username: 'amina', locale: 'en' });
const NOTICE = {
  subject: msg`A passkey was added to your account`,
  what: msg`The passkey “Phone” was added.`,
  when: new Date('2026-11-09T23:59:59.999Z'),
  address: '203.0.113.7',
};

describe('a notice of a change', () => {
  it('says what was done, when, and from where, and what to do if it was somebody else', () => {
    const mail = noticeMail(SITE, AMINA, NOTICE);
    assert.equal(mail.to, 'amina@example.com');
    assert.equal(mail.subject, 'A passkey was added to your account');
    assert.match(mail.text, /^Hello amina,\n\nThe passkey “Phone” was added\.\n\n/);
    assert.match(mail.text, /on 9 November 2026 at 23:59 UTC from the address 203\.0\.113\.7\./);
    assert.match(mail.text, /https:\/\/quorate\.example\/dashboard\/security/);
    assert.match(mail.text, /https:\/\/quorate\.example\/forgot-password/);
  });

  it('leaves an unknown address out', () => {
    assert.match(noticeMail(SITE, AMINA, { ...NOTICE, address: null }).text, /23:59 UTC\. If/);
  });

  it('shows a name in HTML as the text it is', () => {
    const name = '<img src=x onerror=alert(1)>';
    const what = msg`The passkey “${{ name }}” was added.`;
    const { html } = noticeMail(SITE, AMINA, { ...NOTICE, what });
    assert.ok(!html.includes('<img'));
    assert.match(html, /&lt;img src=x/);
  });
});
