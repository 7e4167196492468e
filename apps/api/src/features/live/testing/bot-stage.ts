import type { TestContext } from 'node:test';
import { type CommandKind, commandBot } from '@quorate/contract/live';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { newCommand, onlyBot } from './heartbeats.ts';

/** A service with a signed-in user, and the user's commands to their only bot. */
export async function botStage(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const give = async (kind: CommandKind, command_id = newCommand()) => {
    const { bot_id } = await onlyBot(service, token);
    return service.call(commandBot, { params: { bot_id }, body: { command_id, kind } }, token);
  };
  return { service, token, user, give };
}
