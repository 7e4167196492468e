import { phoneOf, startBrowser } from '../e2e/support/phone.ts';
import type { Benchmark } from './benchmark.ts';
import { measureOpen, timeUntilUsable } from './dashboard/measure-open.ts';
import { measureScroll, measureTabs } from './dashboard/measure-use.ts';
import { startRecord } from './dashboard/start-record.ts';
import { percentile } from './heavy-user.ts';
import { median } from './median.ts';

const ATTEMPTS = 5;
const TRADES = 2_000;
const USABLE_S_MAX = 1.5;
const SCRIPT_BYTES_MAX = 200_000;
const SWITCH_MS_MAX = 100;
const SHIFT_MAX = 0.02;
const LATE_FRAMES_MAX = 0.02;

/** The dashboard on Lighthouse's phone: its first open, its tabs, and a long page of its record. */
export const benchmark: Benchmark = {
  name: 'dashboard.open',
  title: 'until a press on the dashboard works, on a slow phone',
  unit: 's',
  bar: { of: 'figure', op: '<=', value: USABLE_S_MAX },
  async run(context) {
    const { url, session } = await startRecord(context, TRADES);
    const browser = await startBrowser();
    context.onEnd(() => browser.close());
    const on = async <T>(
      slow: { network: boolean; processor: boolean },
      measure: (phone: Awaited<ReturnType<typeof phoneOf>>) => Promise<T>,
    ): Promise<T> => {
      const phone = await phoneOf(browser, session, slow);
      try {
        return await measure(phone);
      } finally {
        await phone.close();
      }
    };
    const lighthouse = { network: true, processor: true };

    const usable: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      usable.push(await on(lighthouse, (phone) => timeUntilUsable(phone, url)));
    }
    context.say(`usable after ${usable.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    const opened = await on(lighthouse, (phone) => measureOpen(phone, url));
    context.say(
      `${(opened.scriptBytes / 1_000).toFixed(1)} kB of script in ${opened.scripts} files, figures after ${opened.figuresMs.toFixed(0)} ms, shift ${opened.layoutShift.toFixed(4)}`,
    );
    const processor = { network: false, processor: true };
    const tabs = await on(processor, (phone) => measureTabs(phone, url, 10));
    const p50 = percentile(tabs.again, 0.5);
    const p95 = percentile(tabs.again, 0.95);
    const firstMs = Math.max(...tabs.first);
    context.say(
      `tabs: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, first ${firstMs.toFixed(0)} ms`,
    );
    const scrolled = await on({ network: false, processor: false }, (phone) =>
      measureScroll(phone, url),
    );
    const late = scrolled.lateFrames / scrolled.frames;
    context.say(
      `500 rows: ${scrolled.lateFrames} of ${scrolled.frames} frames late, the longest ${scrolled.worstMs.toFixed(0)} ms`,
    );

    const missed = [
      opened.scriptBytes > SCRIPT_BYTES_MAX && `${opened.scriptBytes} bytes of script`,
      opened.layoutShift > SHIFT_MAX && `layout shift ${opened.layoutShift.toFixed(3)}`,
      p95 > SWITCH_MS_MAX && `tabs switch in ${p95.toFixed(0)} ms`,
      late > LATE_FRAMES_MAX && `${(late * 100).toFixed(1)}% of the frames are late`,
    ].filter((sentence) => sentence !== false);
    if (missed.length > 0) throw new Error(missed.join('; '));
    return {
      figure: median(usable) / 1_000,
      note: [
        `median of ${ATTEMPTS}`,
        `${(opened.scriptBytes / 1_000).toFixed(1)} kB of script in all`,
        `tabs p50 ${p50.toFixed(0)} and p95 ${p95.toFixed(0)} ms of ${tabs.again.length}, at first ${firstMs.toFixed(0)} ms`,
        `${(late * 100).toFixed(1)}% of ${scrolled.frames} frames late over 500 rows`,
        `layout shift ${opened.layoutShift.toFixed(4)}`,
      ].join('; '),
    };
  },
};
