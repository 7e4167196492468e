import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GUIDE } from './guide.ts';
import { PRIVACY } from './privacy.ts';
import { QUESTIONS } from './questions.ts';
import { REFUND } from './refund.ts';
import { TERMS } from './terms.ts';
import { expectUnique, linesOf, placesOf } from './testing/read-document.ts';

const PANELS = [
  '/dashboard#paper-trading',
  '/dashboard#limits',
  '/dashboard/security#notifications',
];
const DOCUMENTS = [GUIDE, PRIVACY, REFUND, TERMS];

describe('the questions', () => {
  const ANSWERS: readonly [string, RegExp][] = [
    ['change-plan', /at any time, and the change takes effect immediately/],
    ['exceed-limits', /pauses until your next billing cycle begins or you upgrade/],
    ['money-back', /30-day money-back guarantee/],
    ['free-plan', /The Free plan costs nothing/],
  ];
  for (const [id, answer] of ANSWERS) {
    it(`answer ${id}`, () => {
      assert.match(QUESTIONS.find((question) => question.id === id)?.answer ?? '', answer);
    });
  }

  it('have ids of their own, and no marks in their answers', () => {
    expectUnique(QUESTIONS.map(({ id }) => id));
    for (const { answer } of QUESTIONS) assert.doesNotMatch(answer, /\*\*|`|\]\(/);
  });
});

describe('every document', () => {
  for (const document of DOCUMENTS) {
    it(`${document.path} names each of its places once, in letters that an address can hold`, () => {
      const ids = placesOf(document);
      expectUnique(ids);
      for (const id of ids) assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    });

    it(`${document.path} closes every mark it opens`, () => {
      for (const line of linesOf(document)) {
        const rest = line
          .replaceAll(/\*\*[^*]+\*\*|`[^`]+`/g, '')
          .replaceAll(/\[[^\][]+\]\(\/[^\s()]*\)/g, '');
        assert.doesNotMatch(rest, /\*|`|\[|\]\(/, line);
      }
    });
  }

  it('links to pages that exist, and within documents to places that exist', () => {
    const pages = new Set(
      ['/', '/pricing', '/signup', '/login', '/contact', '/dashboard', '/about']
        .concat(['/resend-verification', '/forgot-password', '/developers', '/verify', '/models'])
        .concat(['/dashboard/security'])
        .concat(DOCUMENTS.map(({ path }) => path)),
    );
    const links = DOCUMENTS.flatMap(linesOf).flatMap((line) =>
      [...line.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to),
    );
    assert.ok(links.length > 10);
    for (const link of links) {
      const { pathname, hash } = new URL(link, 'https://site.example');
      assert.ok(pages.has(pathname), link);
      // The dashboard is no document: places are the panels that they lead to.
      if (hash === '' || PANELS.includes(link)) continue;
      const document = DOCUMENTS.find(({ path }) => path === pathname);
      assert.ok(document && placesOf(document).includes(hash.slice(1)), link);
    }
  });
});
