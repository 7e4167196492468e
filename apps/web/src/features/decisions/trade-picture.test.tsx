import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildBars, buildExplanation, buildVeto } from '../../testing/explanation.ts';
import { drawnTrade } from './drawn-trade.ts';
import { TradePicture } from './outcome-section.tsx';

test('a trade that was never made is drawn with its four prices', () => {
  const drawn = drawnTrade(buildExplanation({ outcome: buildVeto(), bars: buildBars() }));
  if (!drawn) throw new Error('nothing is drawn');
  render(<TradePicture {...drawn} />);
  const label =
    'SELL EURUSD on its candles: Target 1.07800, Exit 1.07800, Entry 1.08198, Stop 1.08400';
  expect(screen.getByRole('img', { name: label })).toBeTruthy();
});

test('nothing is drawn without bars, nor of an order that would not have been filled', () => {
  expect(drawnTrade(buildExplanation({ outcome: buildVeto() }))).toBeNull();
  const outcome = buildVeto();
  const shadow = outcome.shadow && { ...outcome.shadow, entry: null };
  const explanation = buildExplanation({ outcome: { ...outcome, shadow }, bars: buildBars() });
  expect(drawnTrade(explanation)).toBeNull();
});
