import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { begun, openCare } from '../testing/configuration-form.ts';

test('on Windows the transport that needs nothing by hand is the recommended one', async () => {
  await openCare({ ...begun, transport: 'pipe' });
  const transport = screen.getByRole('combobox', { name: /^Transport/, hidden: true });
  const options = within(transport).getAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'TCP, with one entry in the terminal by hand',
    'Named pipe (Windows), recommended',
  ]);
});
