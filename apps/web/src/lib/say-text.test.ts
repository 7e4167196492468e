import { GUIDE } from '@quorate/content/guide';
import { HELP } from '@quorate/content/help';
import { PRIVACY } from '@quorate/content/privacy';
import { QUESTIONS } from '@quorate/content/questions';
import { REFUND } from '@quorate/content/refund';
import { TERMS } from '@quorate/content/terms';
import { translated, translatedHelp, translatedQuestions } from '@quorate/content/translated';
import { i18n, sayText } from '@quorate/ui/i18n';
import { afterEach, describe, expect, test } from 'vitest';

describe('a text that is data', () => {
  afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

  test('comes out to the letter, with braces, apostrophes and what looks like an escape', () => {
    for (const text of ['{{plans}}', "it's '{a}' #", String.raw`C:\x64\u0041`, '']) {
      expect(sayText(text)).toBe(text);
    }
  });

  test('is every text of the guide, the policies, the questions and the help as it stands', () => {
    for (const document of [GUIDE, PRIVACY, REFUND, TERMS]) {
      expect(translated(document, sayText)).toEqual(document);
    }
    expect(translatedQuestions(QUESTIONS, sayText)).toEqual(QUESTIONS);
    expect(translatedHelp(HELP, sayText)).toEqual(HELP);
  });

  test('is looked up by its English', () => {
    i18n.loadAndActivate({ locale: 'es', messages: { 'Setup Guide': ['Guía de instalación'] } });
    expect(sayText('Setup Guide')).toBe('Guía de instalación');
    expect(sayText('Not translated yet {a}')).toBe('Not translated yet {a}');
  });
});
