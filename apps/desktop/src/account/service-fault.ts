import type { ServiceRefusal, Unreachable } from '@quorate/bot/service/call-endpoint';
import { t } from '@quorate/bot/words';
import { LocalFault } from '../local-fault.ts';

/** Fields of the sign-in forms that a refusal of the service is about. */
const FIELD_OF: Readonly<Record<string, string>> = {
  invalid_credentials: 'password',
  device_code_invalid: 'code',
  wrong_code: 'code',
};

/** Why a call to the service came to nothing, in the service's own sentence and under its own code. */
export function serviceFault(service: string, outcome: ServiceRefusal | Unreachable): LocalFault {
  if (outcome.kind === 'unreachable') {
    return new LocalFault(
      'unavailable',
      t`The service at ${{ service }} is out of reach: ${{ reason: outcome.reason.replace(/\.$/, '') }}.`,
      { code: 'service_unreachable' },
    );
  }
  const { code, message } = outcome;
  const field = FIELD_OF[code];
  if (field === undefined && code !== 'validation_failed') {
    return new LocalFault('conflict', message, { code });
  }
  return new LocalFault('validation_failed', message, {
    code,
    ...(field === undefined ? {} : { fields: { [field]: message } }),
  });
}
