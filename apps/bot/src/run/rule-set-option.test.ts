import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseCalendarFile } from './rule-set-option.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-calendar-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('events of a file are known since always, unless they say since when', () => {
  const calendar = parseCalendarFile(
    file(
      'good.csv',
      'time,currency,importance,title,known_at\n2026-03-18T18:00:00Z,USD,high,FOMC,\n2026-03-19T13:15:00Z,EUR,high,ECB,2026-01-05T00:00:00Z\n',
    ),
  );
  const known = [...calendar.events.values()].flat().map(({ title, knownAt }) => [title, knownAt]);
  assert.deepEqual(known, [
    ['FOMC', 0],
    ['ECB', Date.parse('2026-01-05T00:00:00Z')],
  ]);
});

test('a file that is not there, or has a fault, is refused with its name and what is wrong', () => {
  assert.throws(
    () => parseCalendarFile(join(folder, 'none.csv')),
    /none\.csv cannot be read: ENOENT/,
  );
  const bad = file(
    'bad.csv',
    'time,currency,importance,title\n2026-03-18T18:00:00,USD,high,FOMC\n',
  );
  assert.throws(() => parseCalendarFile(bad), /bad\.csv: Row 2: time/);
});
