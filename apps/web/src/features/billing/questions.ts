import { QUESTIONS } from '@quorate/content/questions';
import { translatedQuestions } from '@quorate/content/translated';
import { sayText } from '@quorate/ui/i18n';

/** What people ask before they choose a plan, in the reader's language. */
export const questions = translatedQuestions(QUESTIONS, sayText);
