import { createEventReader, type ServerEvent } from '@quorate/contract/event-stream';
import { expect, test } from 'vitest';

function read(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const feed = createEventReader((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

const WHOLE =
  ': open\n\nevent: changed\nid: 1.0.0\ndata: {"a":1}\n\n: still here\n\ndata: x\ndata: y\n\n';
const EVENTS = [
  { id: '1.0.0', name: 'changed', data: '{"a":1}' },
  { id: '1.0.0', name: 'message', data: 'x\ny' },
];

test('an event is read whole, with its id, and comments are skipped', () => {
  expect(read(WHOLE)).toEqual(EVENTS);
});

test('it does not matter where the text is cut, or how its lines end', () => {
  for (const text of [WHOLE, WHOLE.replaceAll('\n', '\r\n'), WHOLE.replaceAll('\n', '\r')]) {
    expect(read(...text.split(''), '\n\n')).toEqual(EVENTS);
    for (let cut = 1; cut < text.length; cut += 7)
      expect(read(text.slice(0, cut), text.slice(cut), '\n\n')).toEqual(EVENTS);
  }
});

test('an event that was not ended is none', () => {
  expect(read('event: changed\ndata: 1\n')).toEqual([]);
});
