import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { fileOf, isOfItsParts } from './node-report.ts';

/** A test may take 300 s; a process that says nothing for longer waits for something that never comes. */
const SILENCE_MS = 330_000;
const LOOK_EVERY_MS = 10_000;

/**
 * A reporter for people: one line for each file as it ends, and every failure with its error. Lines of
 * several processes can share a terminal. It also ends a process that hangs, naming what it waits for.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let current = nothingYet('');
  const watch = watchSilence();
  for await (const event of events) {
    watch.heard();
    if (event.type === 'test:stderr') yield event.data.message;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { data } = event;
    const file = fileOf(data) ?? data.name;
    if (current.file !== file) {
      yield lineOf(current);
      current = nothingYet(file);
    }
    if (data.nesting === 0) current.ms += data.details.duration_ms;
    if (data.details.type !== 'suite') current.tests += 1;
    if (event.type === 'test:fail' && !isOfItsParts(event.data.details.error)) {
      current.failed += 1;
      yield `\n✖ ${data.name}\n  ${file}:${data.line ?? ''}\n${indented(event.data.details.error)}\n\n`;
    }
  }
  yield lineOf(current);
}

function nothingYet(file: string) {
  return { file, tests: 0, failed: 0, ms: 0 };
}

function lineOf({ file, tests, failed, ms }: ReturnType<typeof nothingYet>): string {
  if (file === '') return '';
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  return `${mark}  ${String(tests).padStart(4)}  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}\n`;
}

function indented(error: Error): string {
  const shown = error.cause instanceof Error ? error.cause : error;
  return inspect(shown).replaceAll(/^/gm, '  ');
}

function watchSilence(): { heard: () => void } {
  let at = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - at < SILENCE_MS) return;
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`No test began or ended for ${SILENCE_MS / 1_000} s. Open: ${open}\n`);
    process.exit(1);
  }, LOOK_EVERY_MS);
  // Only a process that something else keeps alive can hang.
  timer.unref();
  return {
    heard() {
      at = performance.now();
    },
  };
}
