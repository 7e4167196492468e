import { expect, test } from 'vitest';
import { stepOf } from './key-walk.ts';

const press = (key: string, held = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});

test('arrow keys walk the way the drawing lies, and stop at its ends', () => {
  expect(stepOf(press('ArrowRight'), { at: 3, count: 5, way: 'across' })).toBe(4);
  expect(stepOf(press('ArrowRight'), { at: 4, count: 5, way: 'across' })).toBe(4);
  expect(stepOf(press('ArrowDown'), { at: 3, count: 5, way: 'across' })).toBeUndefined();
  expect(stepOf(press('ArrowDown'), { at: 3, count: 5, way: 'down' })).toBe(4);
  expect(stepOf(press('ArrowDown'), { at: 3, count: 5, way: 'slider' })).toBe(2);
  expect(stepOf(press('PageUp'), { at: 3, count: 30, way: 'slider' })).toBe(13);
  expect(stepOf(press('PageUp'), { at: 13, count: 30, way: 'down' })).toBe(3);
});

test('the first key begins at the end it comes from, and Escape leaves', () => {
  expect(stepOf(press('ArrowRight'), { at: null, count: 5, way: 'slider' })).toBe(0);
  expect(stepOf(press('ArrowLeft'), { at: null, count: 5, way: 'slider' })).toBe(4);
  expect(stepOf(press('Escape'), { at: 2, count: 5, way: 'across' })).toBeNull();
  expect(stepOf(press('Escape'), { at: null, count: 5, way: 'across' })).toBeUndefined();
});

test('keys of the browser, and drawings of nothing, are left alone', () => {
  const walk = { at: 2, count: 5, way: 'across' } as const;
  expect(stepOf(press('ArrowLeft', { altKey: true }), walk)).toBeUndefined();
  expect(stepOf(press('End', { ctrlKey: true }), walk)).toBeUndefined();
  expect(stepOf(press('Home'), { ...walk, at: null, count: 0 })).toBeUndefined();
});
