import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMAIL_PATTERN } from './email-address.ts';
import { isoTime, isStorable, normalForm, timeZone, typedText } from './fields.ts';

describe('a text that is stored or searched for', () => {
  it('has no control character but tab and line ends, and no half character', () => {
    for (const text of ['', 'Ünïcödé 😀', 'a\tb\r\nc', '\u200b']) assert.ok(isStorable(text), text);
    for (const text of ['\u0000', 'a\u0007', '\u007f', '\ud83d', 'x\udc00y'])
      assert.ok(!isStorable(text), JSON.stringify(text));
  });

  it('is trimmed before it is measured', () => {
    const name = typedText({ min: 1, max: 3, name: 'The name' });
    assert.equal(name.parse('  abc \n'), 'abc');
    assert.equal(name.safeParse('  \t ').success, false);
    assert.equal(name.safeParse('abcd').success, false);
  });
});

describe('a text in one Unicode form', () => {
  it('has a limit of its own, whatever normalisation makes of it', () => {
    assert.equal('\ufdfa'.repeat(4_000).normalize('NFKC').length, 72_000);
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
      for (const sign of ['\ufdfa', '\u3300', 'e\u0301', '\u{1d160}', 'x'])
        assert.ok(normalForm(sign.repeat(4_000), form, 100).length <= 100, form);
    assert.equal(normalForm('Ａmina', 'NFKC', 100), 'Amina');
  });

  it('can be stored where it is cut within a character', () => {
    assert.ok(isStorable(normalForm('😀😀', 'NFKC', 3)));
  });
});

describe('an e-mail address', () => {
  it('takes any letters, and nothing that cannot be stored', () => {
    for (const address of ['a@b.c', 'jürgen@bücher.example', 'a+b@mail.example.com'])
      assert.match(address, EMAIL_PATTERN);
    for (const address of ['a@b', 'a b@c.d', 'a@@b.c', 'a\u0000@b.c', 'a@b\u0007.c', 'a@b.\ud800'])
      assert.doesNotMatch(address, EMAIL_PATTERN);
  });
});

describe('a time zone', () => {
  it('is one that the machine knows, asked once or again, and UTC when none is told', () => {
    for (const name of ['Asia/Karachi', 'Asia/Karachi', 'UTC', 'America/New_York'])
      assert.equal(timeZone.parse(name), name);
    for (const name of ['Mars/Olympus', 'Mars/Olympus', '', 'Asia/', 'x'.repeat(65)])
      assert.equal(timeZone.safeParse(name).success, false, name);
    assert.equal(timeZone.parse(undefined), 'UTC');
  });
});

describe('a moment on the wire', () => {
  it('is a UTC time from 1970 to 2199', () => {
    for (const time of ['1970-01-01T00:00:00Z', '2025-01-02T14:00:00.000Z', '2199-12-31T23:59:59Z'])
      assert.equal(isoTime.parse(time), time);
    for (const time of [
      '0000-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '2200-01-01T00:00:00Z',
      '2025-01-01T00:00:00.1234Z',
      '2025-02-30T00:00:00Z',
      '',
    ])
      assert.equal(isoTime.safeParse(time).success, false, time);
  });
});
