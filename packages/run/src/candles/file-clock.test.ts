import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { loadCandleFile } from './candle-file.ts';
import { candleFolder, HEADER } from './testing/candle-files.ts';

const { write } = candleFolder();

function hours(day: string, ...times: string[]): string {
  return times.reduce((text, time) => `${text}${day}T${time},1.1,1.2,1.0,1.1,1,0\n`, HEADER);
}

async function opensOf(content: string, zone: 'server' | 'utc'): Promise<string[]> {
  const { columns, length } = await loadCandleFile(write(content), { zone, timeframe: null });
  return [...columns.time.subarray(0, length)].map((time) =>
    isoFromInstant(instant(time)).slice(0, 16),
  );
}

describe('the clock of a candle file', () => {
  it('changes with New York, not with Europe', async () => {
    // Between 9 and 30 March 2025 New York kept summer time and Europe did not.
    assert.deepEqual(await opensOf(hours('2025-03-07', '10:00', '11:00'), 'server'), [
      '2025-03-07T08:00',
      '2025-03-07T09:00',
    ]);
    assert.deepEqual(await opensOf(hours('2025-03-10', '10:00', '11:00'), 'server'), [
      '2025-03-10T07:00',
      '2025-03-10T08:00',
    ]);
  });

  it('is left alone in UTC', async () => {
    assert.deepEqual(await opensOf(hours('2025-03-10', '10:00', '11:00'), 'utc'), [
      '2025-03-10T10:00',
      '2025-03-10T11:00',
    ]);
  });

  it('is refused as server time when it shows an hour that the server skipped', async () => {
    // On 9 March 2025 the server's clock went from 09:00 to 10:00.
    const path = write(hours('2025-03-09', '08:00', '09:00', '10:00', '11:00'));
    await assert.rejects(loadCandleFile(path, { zone: 'auto', timeframe: null }), {
      code: 'candle_file',
      message: `${path}: on the server's clock 2025-03-09T10:00 and the candle before it are both 2025-03-09T07:00:00.000Z; if the times are UTC, say --zone utc.`,
    });
    assert.equal((await loadCandleFile(path, { zone: 'utc', timeframe: null })).length, 4);
  });
});
