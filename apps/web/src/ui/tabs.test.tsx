import { Tabs } from '@quorate/ui/tabs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const follows = vi.fn();
const rests = vi.fn();
const prepare = vi.fn();

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    follows(name);
    return () => rests(name);
  }, [name]);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

const NAMES = ['first', 'second', 'third'] as const;

function Sample() {
  const [value, setValue] = useState<(typeof NAMES)[number]>('first');
  return (
    <Tabs
      label="Sample"
      value={value}
      onChange={setValue}
      tabs={NAMES.map((name) => ({
        value: name,
        label: name,
        content: <Counter name={name} />,
        prepare: () => prepare(name),
      }))}
    />
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

describe('tabs', () => {
  beforeEach(() => {
    vi.clearAllMocks();
    render(<Sample />);
  });

  test('name their panel, and make none that was not opened', () => {
    expect(screen.getByRole('tabpanel', { name: 'first' })).toBeTruthy();
    expect(tab('first').getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
    expect(follows.mock.calls).toEqual([['first']]);
  });

  test('are one stop of the Tab key, and walked by arrows, Home and End, round and round', async () => {
    await userEvent.tab();
    expect(document.activeElement).toBe(tab('first'));
    const walk: Array<[key: string, name: string]> = [
      ['{ArrowRight}', 'second'],
      ['{End}', 'third'],
      ['{ArrowRight}', 'first'],
      ['{ArrowLeft}', 'third'],
      ['{Home}', 'first'],
    ];
    for (const [key, name] of walk) {
      await userEvent.keyboard(key);
      expect(document.activeElement).toBe(tab(name));
      expect(tab(name).getAttribute('aria-selected')).toBe('true');
    }
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'first' }));
  });

  test('keep what was done in them, and let what is hidden rest', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'first 0' }));
    await userEvent.click(tab('second'));
    expect(screen.queryByRole('button', { name: 'first 1' })).toBeNull();
    expect(rests.mock.calls).toEqual([['first']]);
    await userEvent.click(tab('first'));
    expect(screen.getByRole('button', { name: 'first 1' })).toBeTruthy();
    expect(follows.mock.calls).toEqual([['first'], ['second'], ['first']]);
  });

  test('send for what a tab needs as soon as a press is near', async () => {
    await userEvent.hover(tab('third'));
    expect(prepare).toHaveBeenCalledWith('third');
    expect(tab('third').getAttribute('aria-selected')).toBe('false');
  });
});
