import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CurrentIni, currentIniText, parseCurrentIni } from './current-ini.ts';
import { type Choice, chooseVersion } from './testing/choose-version.ts';

const OLD = '1.2.2';
const NEW = '1.2.3';

function ini(change: Partial<CurrentIni> = {}): CurrentIni {
  return { current: NEW, previous: OLD, trial: null, tries: 0, rolledBack: null, ...change };
}

const WENT_BACK = ini({ current: OLD, previous: null, rolledBack: NEW });

describe('the version that a start is of', () => {
  const table: [string, CurrentIni | null, string[], Choice][] = [
    ['nothing is written', null, [OLD, NEW], { version: null, ini: null }],
    ['it is there', ini(), [OLD, NEW], { version: NEW, ini: null }],
    ['it is there alone', ini(), [NEW], { version: NEW, ini: null }],
    ['it is missing', ini(), [OLD], { version: OLD, ini: WENT_BACK }],
    ['both are missing', ini(), [], { version: null, ini: null }],
    [
      'it is missing and there was none before',
      ini({ previous: null }),
      [OLD],
      { version: null, ini: null },
    ],
    [
      'it is on trial for the first time',
      ini({ trial: NEW }),
      [OLD, NEW],
      { version: NEW, ini: ini({ trial: NEW, tries: 1 }) },
    ],
    [
      'it is on trial for the second time',
      ini({ trial: NEW, tries: 1 }),
      [OLD, NEW],
      { version: NEW, ini: ini({ trial: NEW, tries: 2 }) },
    ],
    [
      'it is on trial for the third time',
      ini({ trial: NEW, tries: 2 }),
      [OLD, NEW],
      { version: OLD, ini: WENT_BACK },
    ],
    [
      'it is on trial for the hundredth time',
      ini({ trial: NEW, tries: 99 }),
      [OLD, NEW],
      { version: OLD, ini: WENT_BACK },
    ],
    ['it is on trial and missing', ini({ trial: NEW }), [OLD], { version: OLD, ini: WENT_BACK }],
    [
      'it is on trial for the third time and there is no other',
      ini({ trial: NEW, tries: 2 }),
      [NEW],
      { version: NEW, ini: null },
    ],
    [
      'another one is on trial',
      ini({ trial: '9.9.9', tries: 7 }),
      [OLD, NEW],
      { version: NEW, ini: null },
    ],
  ];
  for (const [name, before, there, expected] of table)
    it(`is ${expected.version ?? 'none'} where ${name}`, () => {
      assert.deepEqual(
        chooseVersion(before, (each) => there.includes(each)),
        expected,
      );
    });

  it('comes down to the one before, however often a version on trial is started', () => {
    let now = ini({ trial: NEW });
    const started: (string | null)[] = [];
    for (let start = 0; start < 4; start++) {
      const choice = chooseVersion(now, () => true);
      started.push(choice.version);
      now = choice.ini ?? now;
    }
    assert.deepEqual(started, [NEW, NEW, OLD, OLD]);
  });
});

describe('the file of the current version', () => {
  it('is read back as it was written', () => {
    const written = ini({ trial: NEW, tries: 2, rolledBack: '1.0.0' });
    assert.deepEqual(parseCurrentIni(currentIniText(written)), written);
    assert.equal(
      currentIniText(ini()),
      '[app]\r\ncurrent=1.2.3\r\nprevious=1.2.2\r\ntrial=\r\ntries=0\r\nrolled_back=\r\n',
    );
  });

  it('is read as Windows writes it, and what is no version counts as absent', () => {
    assert.deepEqual(
      parseCurrentIni('[app]\r\n Current = 1.2.3 \r\nprevious=..\\..\\evil\r\ntries=x\r\ntrial'),
      ini({ previous: null }),
    );
    for (const damaged of ['', '\0\0\0', '[app]', 'x'.repeat(100_000)])
      assert.equal(parseCurrentIni(damaged).current, null);
  });
});
