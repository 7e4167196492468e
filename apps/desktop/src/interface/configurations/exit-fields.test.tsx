import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addConfiguration } from '../../contract/configurations.ts';
import { begun, box, openCare, retype, save } from '../testing/configuration-form.ts';
import { answer } from '../testing/fake-host.ts';

test('exits are off until they have a figure, and are sent as they were typed', async () => {
  const host = await openCare();
  host.change(answer(addConfiguration, { done: true }));
  expect(box('Break-even after')).toHaveProperty('value', '');
  expect(box('Break-even after')).toHaveProperty('placeholder', 'off');
  await retype(box('Break-even after'), '1');
  await retype(box('Trailing distance'), '2,5');
  await save();
  await waitFor(() => expect(host.bodiesOf(addConfiguration)).toHaveLength(1));
  expect(host.bodiesOf(addConfiguration)[0]).toMatchObject({
    exits: { ...begun.exits, break_even_after_r: 1, trail_atr: 2.5 },
  });
});

test('a figure beyond its bounds is marked at its field, and nothing is sent', async () => {
  const host = await openCare();
  await retype(box('Break-even after'), '99');
  await save();
  expect(document.body.textContent).toContain('99 is too large: enter 0.1 to 20.');
  expect(host.bodiesOf(addConfiguration)).toEqual([]);
});
