import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';

const MODULES = new URL('.', import.meta.url).href;

/** A process that is told to end once it says that it is up, `times` times, and closes as `close` says. */
async function endingProcess(close: string, { finishMs = 60_000, times = 1 } = {}) {
  const script = `
    const { shutDownOnSignal } = await import('${MODULES}shutdown.ts');
    const { createLifecycle } = await import('${MODULES}lifecycle.ts');
    setInterval(() => {}, 1_000);
    shutDownOnSignal({ drainMs: 0, finishMs: ${finishMs}, migrates: true }, createLifecycle(), async () => {
      process.stdout.write('closing');
      ${close}
    });
    process.stdout.write('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let said = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    // A second signal before the first was heard would be no second one.
    if (said === 'up' || (said === 'upclosing' && times > 1)) child.kill('SIGTERM');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const begun = performance.now();
  const [code] = await once(child, 'close');
  return { code, said, complained, tookMs: performance.now() - begun };
}

describe('a process that is told to end', () => {
  it('ends with 0 once it has closed', async () => {
    const { code, said } = await endingProcess('');
    assert.deepEqual([code, said], [0, 'upclosing']);
  });

  it('ends at its limit where a request, a job or the database does not', async () => {
    const { code, tookMs } = await endingProcess('await new Promise(() => {});', { finishMs: 300 });
    assert.equal(code, 1);
    assert.ok(tookMs < 10_000, `${tookMs} ms`);
  });

  it('ends at once where it is told twice', async () => {
    const { code, tookMs } = await endingProcess('await new Promise(() => {});', { times: 2 });
    assert.equal(code, 1);
    assert.ok(tookMs < 10_000, `${tookMs} ms`);
  });

  it('says in a sentence what it could not close, and that it did not shut down cleanly', async () => {
    const fault = `throw new Error('no answer from postgresql://me:s3cret@db/quorate');`;
    const { code, complained } = await endingProcess(fault);
    assert.equal(code, 1);
    assert.match(complained, /^The service did not shut down cleanly: no answer from .*\n$/);
    assert.doesNotMatch(complained, /s3cret/);
  });
});
