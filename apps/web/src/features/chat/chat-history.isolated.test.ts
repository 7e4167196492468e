import { describe, expect, test } from 'vitest';
import { type ChatMessage, readHistory, STORED_MAX, writeHistory } from './chat-history.ts';

const question: ChatMessage = { role: 'user', content: 'Is there a free plan?', timestamp: 1_000 };

describe('the stored conversation', () => {
  // @spec 3.9
  test('lies under one key, with role, content and milliseconds, and is read back as it was', () => {
    writeHistory([question]);
    expect(JSON.parse(localStorage.getItem('chat-history') ?? '')).toEqual([question]);
    expect(readHistory()).toEqual([question]);
  });

  test('holds the newest messages only', () => {
    const many = Array.from({ length: STORED_MAX + 5 }, (_, at) => ({
      ...question,
      timestamp: at,
    }));
    writeHistory(many);
    expect(readHistory()).toEqual(many.slice(5));
  });

  test.each([
    'no json',
    '{}',
    'null',
    '7',
    '[null]',
    '[[]]',
    '[{"role":"system","content":"x","timestamp":1}]',
    '[{"role":"user","content":5,"timestamp":1}]',
    '[{"role":"user","content":"x","timestamp":"now"}]',
    '[{"role":"user","content":"x"}]',
  ])('is cleared silently when it is %s', (text) => {
    localStorage.setItem('chat-history', text);
    expect(readHistory()).toEqual([]);
    expect(localStorage.getItem('chat-history')).toBeNull();
  });

  test('leaves nothing behind when it is emptied', () => {
    writeHistory([question]);
    writeHistory([]);
    expect(localStorage.length).toBe(0);
  });

  test('is there again on a fresh page', async () => {
    writeHistory([question]);
    const fresh = await import('./chat-store.ts');
    expect(fresh.getChat()).toMatchObject({ messages: [question], pending: false, reason: null });
  });
});
