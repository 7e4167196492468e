import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addConfiguration } from '../../contract/configurations.ts';
import { buildConfiguration } from '../testing/builders.ts';
import { box, openCare, retype, save } from '../testing/configuration-form.ts';
import { checkVerdict, verdictDraftOf } from './verdict-fields.tsx';

test('when to trade is chosen in the form and saved with the rest', async () => {
  const host = await openCare();
  const rests = screen.getByRole('combobox', { name: 'What trades rest on' });
  await userEvent.selectOptions(rests, 'proven');
  await retype(box('Least expected result'), '0,2');
  await retype(box('Confidence'), '99');
  await userEvent.click(screen.getByRole('checkbox', { name: /^One analyst of proven skill/ }));
  await save();
  expect(screen.getByText('Enter a whole number from 60 to 95.')).toBeTruthy();
  expect(host.bodiesOf(addConfiguration)).toEqual([]);
  await retype(box('Confidence'), '90');
  await save();
  await waitFor(() =>
    expect(host.bodiesOf(addConfiguration)).toMatchObject([
      {
        verdict: {
          mode: 'proven',
          min_expected_r: 0.2,
          one_proven: false,
          confidence_percent: 90,
        },
      },
    ]),
  );
});

test('with real money the form offers no learning, and says how to begin it', async () => {
  const real = buildConfiguration({ account_type: 'real' });
  await openCare({ ...real, verdict: { ...real.verdict, mode: 'learning' } });
  const rests = screen.getByRole('combobox', { name: 'What trades rest on' });
  expect(within(rests).queryByRole('option', { name: /learning/ })).toBeNull();
  expect(rests).toHaveProperty('value', '');
  expect(screen.getByText('bot live --verdict learning')).toBeTruthy();
});

test('what a form does not change is saved as it was', () => {
  const configuration = buildConfiguration();
  expect(checkVerdict(verdictDraftOf(configuration))).toEqual({
    kind: 'right',
    verdict: configuration.verdict,
  });
});
