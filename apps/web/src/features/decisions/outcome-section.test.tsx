import { EXIT_REASONS } from '@quorate/contract/trades';
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

test('a closed trade tells why it was closed, in a word and a sentence', () => {
  const sentences = {
    target: 'Exit: Target. The target was reached.',
    stop: 'Exit: Stop. The stop was reached.',
    managed: 'Exit: Managed. A stop that had been moved, or another exit rule, closed it.',
    manual: 'Exit: By hand. You closed it by hand.',
    flattened: 'Exit: Flattened. A limit, an event or an order to close everything ended it.',
    stop_out: 'Exit: Stop-out. The broker closed it because the margin ran out.',
  };
  for (const reason of EXIT_REASONS)
    expect(wordsOf({ exit_reason: reason })).toContain(sentences[reason]);
});

test('where nobody says why, only the prices speak', () => {
  const prices = { stop_loss: 1.082, take_profit: 1.0861, exit_reason: null };
  expect(wordsOf({ ...prices, close_price: 1.0861 })).toContain('The target was reached.');
  expect(wordsOf({ ...prices, close_price: 1.082 })).toContain('The stop was reached.');
  const other = wordsOf({ ...prices, close_price: 1.085 });
  expect(other).toContain('Exit: – It closed at a price other than its stop or target.');
});
