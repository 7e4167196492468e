import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReservedName, plainUsername, skeletonOf, usernameFault } from './usernames.ts';

const BRAND = 'Acme Trade';

describe('a username that speaks for the service', () => {
  for (const name of [
    'support',
    'Support',
    'SUPPORT-1',
    's.u.p.p.o.r.t',
    '5upp0rt',
    'supp0rt_24',
    '24support',
    'the.support',
    'support-team',
    'amina.support',
    'admin',
    'Admin.',
    'adm1n',
    'AdmIn',
    'admln',
    'ádmin',
    'admın',
    'аdmin',
    'аԁмин',
    'админ',
    'αdmin',
    'ａｄｍｉｎ',
    'ⓐdmin',
    'adrnin',
    'administrators',
    'systern',
    'ѕуѕтем',
    'help',
    'һеӏр',
    'helpdesk',
    'moderator_2',
    'root',
    'r00t',
    'security',
    'billing',
    'official',
    'paper',
    'p4per',
    'acmetrade',
    'Acme-Trade',
    'acme.trade.bot',
    'myacmetrade99',
    'аcmetrade',
  ]) {
    it(`is ${name}`, () => {
      assert.equal(isReservedName(name, BRAND), true);
      assert.notEqual(usernameFault(name, BRAND), null);
    });
  }

  for (const name of [
    'amina',
    'trader1',
    'helpful',
    'teamwork',
    'newspaper',
    'supporter',
    'rooted',
    'stafford',
    'Billy',
    'acme',
    'paper.trader',
    'badminton',
    'Åsa.Öberg_2-x',
    'анна',
    'Łukasz',
    '李小龙',
    'ひらがなカナ漢字',
    'محمد',
    '김철수',
  ]) {
    it(`is not ${name}`, () => assert.equal(usernameFault(name, BRAND), null));
  }
});

describe('a username', () => {
  it('is of one script, without signs that only look like letters', () => {
    for (const name of [
      'аmina',
      'amіna',
      'ΑΒCD',
      'aminа',
      'ᴀmina',
      'ɑmina',
      'amiŋaⲟ',
      'ꓮmina',
      'Ꭺmina',
      'ama\u200bna',
    ])
      assert.notEqual(usernameFault(name, BRAND), null, name);
  });

  it('is kept as its plain characters, however they were typed', () => {
    assert.equal(plainUsername(' ａｍｉｎａ '), 'amina');
    assert.equal(plainUsername('A\u030asa'), 'Åsa');
    assert.equal(usernameFault('\ufdfa'.repeat(3), BRAND), 'The username needs 3 to 32 characters');
  });

  it('looks the same as others that are taken for it, and as no other', () => {
    for (const [one, other] of [
      ['cleo', 'Сleo'],
      ['cleo', 'c1e0'],
      ['Ilia', 'lIia'],
      ['worm', 'vvorrn'],
      ['сору', 'copy'],
      ['ΒΑΒΕ', 'babe'],
      ['ＢＡＢＥ', 'babe'],
    ] as const)
      assert.equal(skeletonOf(one), skeletonOf(other), `${one} ${other}`);
    for (const [one, other] of [
      ['amina', 'amine'],
      ['a.mina', 'amina'],
      ['åsa', 'asa'],
      ['анна', 'anna'],
    ] as const)
      assert.notEqual(skeletonOf(one), skeletonOf(other), `${one} ${other}`);
  });

  it('is none of the brand where the brand is not known, and no name for want of one', () => {
    assert.equal(isReservedName('quorate', ''), false);
    assert.equal(isReservedName('12345', ''), false);
    assert.equal(isReservedName('support', ''), true);
  });
});
