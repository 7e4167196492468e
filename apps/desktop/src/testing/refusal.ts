import assert from 'node:assert/strict';
import { BotFault } from '@quorate/bot/bot-fault';
import { LocalFault } from '../local-fault.ts';

type Refusal = Readonly<{
  code: string;
  message: string;
  fields: Readonly<Record<string, string>>;
}>;

/** How the work was refused; work that is done fails the test. */
export async function refusalOf(work: () => unknown): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LocalFault) {
      return { code: error.code, message: error.message, fields: error.fields ?? {} };
    }
    if (error instanceof BotFault) {
      return { code: error.code, message: error.message, fields: {} };
    }
    throw error;
  }
  assert.fail('It was not refused.');
}
