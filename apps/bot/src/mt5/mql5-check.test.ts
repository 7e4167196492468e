import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOfExpert } from './testing/build-expert.ts';
import { checkMql5 } from './testing/mql5-check.ts';

const faultsOf = (text: string) =>
  checkMql5({ 'a.mqh': text }).map(({ line, message }) => `${line}: ${message}`);

async function sources(): Promise<Readonly<Record<string, string>>> {
  const all = await sourcesOfExpert();
  return Object.fromEntries(Object.entries(all).filter(([path]) => /\.mq[h5]$/.test(path)));
}

test('the sources of the expert hold nothing but what MQL5 is known to take', async () => {
  const found = checkMql5(await sources());
  assert.deepEqual(
    found.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    [],
  );
});

test('what g++ takes and MetaEditor does not is refused, each with its line', () => {
  const begin = 'struct Box\n  {\n   int               size;\n   string            name;\n  };\n';
  const inside = (statement: string) =>
    faultsOf(`${begin}void work(Box &box, const string text)\n  {\n   ${statement}\n  }\n`);
  const cases: Readonly<Record<string, readonly string[]>> = {
    'int n = box.size;': [],
    'int &n = box.size;': ['8: n is a reference that is no parameter'],
    'Box &other = box;': ['8: other is a reference that is no parameter'],
    'int n[];': ['8: an array without its macro'],
    'auto n = 1;': [
      '8: the word auto is not allowed',
      '8: n is neither declared nor a built-in name that is known here',
    ],
    'int n = box->size;': ['8: MQL5 code here has no ->'],
    'int n = box.width;': ['8: no structure has a field width'],
    'int n = StringLen(box.size, 1);': ['8: StringLen takes 1 to 1, not 2'],
    'int n = StringLen(3);': ['8: StringLen takes a text at place 1, not a number'],
    'int n = StringLen(StringLen(text));': ['8: StringLen takes a text at place 1, not a number'],
    'int n = StringTrim(text);': [
      '8: StringTrim is neither declared nor a built-in name that is known here',
    ],
    'work(text, text);': ['8: work takes a struct as box, not a text'],
    'work(box);': ['8: work takes 2, not 1'],
    'double floor = 1;': ['8: floor has the name of a function'],
    'string s = "a" "b";': ['8: two texts side by side'],
    'Print(text, 1, box.size);': [],
  };
  for (const [statement, faults] of Object.entries(cases))
    assert.deepEqual(inside(statement), faults, statement);
  assert.deepEqual(faultsOf(`${begin}void work(Box box)\n  {\n  }\n`), [
    '6: the structure Box box is handed over by value',
  ]);
  assert.deepEqual(faultsOf(`${begin}void work(const Box box)\n  {\n  }\n`), [
    '6: the structure Box box is handed over by value',
  ]);
  assert.deepEqual(faultsOf('void work(ARR(int, list))\n  {\n  }\n'), [
    '1: an array is handed over by AREF or CREF',
  ]);
  assert.deepEqual(faultsOf('template<typename T> T f(T x)\n  {\n  }\n').length > 0, true);
});

test('in the real sources, too: a structure by value and a local reference do not pass', async () => {
  const good = await sources();
  const positions = good['positions.mqh'] ?? '';
  const spoil = (name: string, from: string, to: string) => {
    const text = good[name] ?? '';
    assert.ok(text.includes(from), from);
    return checkMql5({ ...good, [name]: text.replace(from, to) }).map(({ message }) => message);
  };
  assert.ok(positions !== '');
  assert.deepEqual(
    spoil(
      'orders.mqh',
      'bool nothingCanCome(BookEntry &entry)',
      'bool nothingCanCome(BookEntry entry)',
    ),
    ['the structure BookEntry entry is handed over by value'],
  );
  assert.deepEqual(
    spoil(
      'last-line.mqh',
      'const long heldFloor = line.floor;',
      'const long &heldFloor = line.floor;',
    ),
    ['heldFloor is a reference that is no parameter'],
  );
});
