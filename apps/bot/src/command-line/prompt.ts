import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BotFault } from '../bot-fault.ts';
import { t } from '../words.ts';

/** Asks the person at the terminal. */
export type Prompt = Readonly<{
  /** @returns the answer without spaces around it */
  ask(question: string): Promise<string>;
  /** Shows nothing of what is typed. */
  askSecret(question: string): Promise<string>;
}>;

type Terminal = Readonly<{
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
  interrupted: AbortSignal;
  interrupt(): void;
}>;

/** A prompt where both ends are a terminal, else null: a program that waits for no one would hang. */
export function terminalPrompt(terminal: Terminal): Prompt | null {
  if (terminal.input.isTTY !== true || terminal.output.isTTY !== true) return null;
  return {
    ask: (question) => askOn(terminal, question, terminal.output),
    async askSecret(question) {
      terminal.output.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      try {
        return await askOn(terminal, '', silent);
      } finally {
        terminal.output.write('\n');
      }
    },
  };
}

async function askOn(
  { input, interrupted, interrupt }: Terminal,
  question: string,
  output: NodeJS.WritableStream,
): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  // In raw mode Ctrl-C is a key and no signal.
  lines.on('SIGINT', interrupt);
  const ended = new Promise<never>((_resolve, reject) => {
    lines.on('close', () =>
      reject(new BotFault('interrupted', t`Interrupted; nothing has been changed.`)),
    );
  });
  try {
    const answer = lines.question(question, { signal: interrupted });
    // Without an answer it never ends by itself when the input is closed.
    return (await Promise.race([answer, ended])).trim();
  } catch (error) {
    if (error instanceof BotFault || !interrupted.aborted) throw error;
    throw new BotFault('interrupted', t`Interrupted; nothing has been changed.`);
  } finally {
    lines.close();
  }
}
