import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildTrade } from '../../testing/builders.ts';
import { buildExplanation } from '../../testing/explanation.ts';
import { OutcomeSection } from './outcome-section.tsx';

function wordsOf(changes: Parameters<typeof buildTrade>[0]): string {
  const trade = { ...buildTrade(changes), r: 0.86 };
  const { container } = render(<OutcomeSection explanation={buildExplanation({ trade })} />);
  return container.textContent ?? '';
}

test('a closed trade tells how far it went, in R where its risk is known', () => {
  expect(wordsOf({ initial_risk: 22, best_excursion: 24.2, worst_excursion: -5.5 })).toContain(
    'It went as far as +1.10 R, as low as -0.25 R.',
  );
  expect(wordsOf({ initial_risk: null, best_excursion: 24.2, worst_excursion: -5.5 })).toContain(
    'It went as far as +$24.20, as low as -$5.50.',
  );
});

test('what is not known of it is a dash, and never 0', () => {
  const words = wordsOf({ best_excursion: null, worst_excursion: null });
  expect(words).toContain('Best and worst while it was open: –');
  expect(words).not.toContain('as far as');
});
