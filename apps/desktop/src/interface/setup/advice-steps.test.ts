import { describe, expect, it } from 'vitest';
import { adviceSteps } from './setup-screen.tsx';

describe('advice as steps', () => {
  it('numbers the sentences where an address has to be typed by hand', () => {
    const advice =
      'Start the terminal. Once, by hand: Tools > Options > Expert Advisors, tick "Allow WebRequest for listed URL" and add 127.0.0.1 (the bot listens on port 7420).';
    expect(adviceSteps(advice)).toEqual({
      steps: [
        'Start the terminal.',
        'Once, by hand: Tools > Options > Expert Advisors, tick "Allow WebRequest for listed URL" and add 127.0.0.1 (the bot listens on port 7420).',
      ],
      address: '127.0.0.1',
    });
  });

  it('takes lines as steps, numbered by the app or not', () => {
    expect(adviceSteps('1. Open Tools.\n2. Press OK.\n')).toEqual({
      steps: ['Open Tools.', 'Press OK.'],
      address: null,
    });
  });

  it('leaves a piece of advice whole that asks for nothing to be typed', () => {
    const advice = 'Algo Trading is off. Press the button Algo Trading in the toolbar.';
    expect(adviceSteps(advice)).toEqual({ steps: [advice], address: null });
  });
});
