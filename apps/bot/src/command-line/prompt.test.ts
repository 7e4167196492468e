import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { terminalPrompt } from './prompt.ts';

/** A terminal with somebody at it. */
function terminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const interruption = new AbortController();
  const prompt = terminalPrompt({
    input,
    output,
    interrupted: interruption.signal,
    interrupt: () => interruption.abort(),
  });
  return { input, prompt, shown: () => shown };
}

describe('asking at a terminal', () => {
  it('shows the question and takes the line', async () => {
    const { input, prompt, shown } = terminal();
    const answer = prompt?.ask('Server of the broker: ');
    input.write('  Broker-Demo \r');
    assert.equal(await answer, 'Broker-Demo');
    assert.match(shown(), /Server of the broker: /);
  });

  it('asks several things one after the other', async () => {
    const { input, prompt } = terminal();
    const first = prompt?.ask('One: ');
    input.write('1\r');
    assert.equal(await first, '1');
    const second = prompt?.ask('Two: ');
    input.write('2\r');
    assert.equal(await second, '2');
  });

  it('shows nothing of a secret', async () => {
    const { input, prompt, shown } = terminal();
    const answer = prompt?.askSecret('Password: ');
    input.write('hunter2\r');
    assert.equal(await answer, 'hunter2');
    assert.equal(shown(), 'Password: \n');
  });

  it('ends in order at Ctrl-C and where the input ends', async () => {
    const key = terminal();
    const asked = assert.rejects(async () => key.prompt?.ask('One: '), { code: 'interrupted' });
    key.input.write('\u0003');
    await asked;
    const closed = terminal();
    const open = assert.rejects(async () => closed.prompt?.ask('One: '), { code: 'interrupted' });
    closed.input.end();
    await open;
  });

  it('is not there where nobody sits at one', () => {
    assert.equal(terminal(false).prompt, null);
  });
});
