import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { latePart } from './late-part.tsx';
import { tellServiceAway, tellServiceBack } from './service-back.ts';

function Hello({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

test('a part stands in its place until its code has come', async () => {
  const code = Promise.withResolvers<typeof Hello>();
  const { Part } = latePart(() => code.promise, <p>place</p>, 'No greeting');
  render(<Part name="Mira" />);
  expect(screen.getByText('place')).toBeTruthy();
  await act(async () => code.resolve(Hello));
  expect(screen.getByText('Hello Mira')).toBeTruthy();
  expect(screen.queryByText('place')).toBeNull();
});

test('a part that was prepared is there at once, and its code was asked for once', async () => {
  const load = vi.fn(async () => Hello);
  const { Part, prepare } = latePart(load, <p>place</p>, 'No greeting');
  prepare();
  await load.mock.results[0]?.value;
  prepare();
  render(<Part name="Mira" />);
  expect(screen.getByText('Hello Mira')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part whose code does not come says so, and is there once it does', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue(Hello);
  const { Part } = latePart<{ name: string }>(load, <p>place</p>, 'No greeting');
  render(<Part name="Mira" />);
  expect(await screen.findByText('No greeting')).toBeTruthy();
  expect(screen.queryByText('place')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hello Mira')).toBeTruthy();
});

test('without a network a part says Offline, and comes automatically when the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => Hello);
  const { Part } = latePart<{ name: string }>(load, <p>Loading</p>, 'No greeting');
  render(<Part name="Mira" />);
  expect(await screen.findByText('Offline. No greeting')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
  // A browser would keep the failure of a module for good.
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  await act(async () => {
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByText('Hello Mira')).toBeTruthy();
});

test('code that is asked for while the service is away is sent for once that answers again', async () => {
  tellServiceAway();
  const load = vi.fn(async () => Hello);
  const { Part } = latePart<{ name: string }>(load, <p>place</p>, 'No greeting');
  render(<Part name="Mira" />);
  expect(await screen.findByText('No greeting')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(load).not.toHaveBeenCalled();
  act(() => tellServiceBack());
  expect(await screen.findByText('Hello Mira')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});
