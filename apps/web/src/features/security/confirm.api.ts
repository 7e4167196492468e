import {
  confirmIdentity,
  confirmWithPasskey as confirmWithPasskeyCall,
  startPasskeyConfirmation,
} from '@quorate/contract/security';
import { callApi } from '../../lib/api-client.ts';
import { askPasskey } from '../../lib/passkeys.ts';

/** @param code of the authenticator app; empty where the account has none */
export async function confirmWithPassword(password: string, code: string): Promise<void> {
  await callApi(confirmIdentity, {
    body: { password, ...(code.trim() === '' ? {} : { code: code.trim() }) },
  });
}

/** @throws PasskeyFault when the person gives up, ApiError when the service refuses */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await callApi(startPasskeyConfirmation, {});
  const response = await askPasskey(options);
  await callApi(confirmWithPasskeyCall, { body: { response } });
}
