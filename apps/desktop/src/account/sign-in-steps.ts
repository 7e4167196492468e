import {
  type CallOutcome,
  callEndpoint,
  type ServiceRefusal,
  type Unreachable,
} from '@quorate/bot/service/call-endpoint';
import { deviceName } from '@quorate/bot/service/session';
import { login } from '@quorate/contract/account';
import { claimDevice } from '@quorate/contract/devices';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import type { Device, SignedIn } from '@quorate/contract/session';
import { loginWithCode } from '@quorate/contract/sign-in-steps';
import type { z } from 'zod';
import type { signInOutcome } from '../contract/sign-in.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';

export type SignInOutcome = z.output<typeof signInOutcome>;

type Step =
  | Readonly<{ kind: 'opened'; service: string; session: SignedIn }>
  | Readonly<{ kind: 'second-factor'; challenge: string }>;

type SignInSteps = Readonly<{
  withPassword(
    service: string,
    credentials: Readonly<{ username_or_email: string; password: string }>,
  ): Promise<Step>;
  withSecondFactor(typed: Readonly<{ challenge: string; code: string }>): Promise<Step>;
  withCode(service: string, code: string): Promise<Step>;
}>;

/** Sign-ins that may wait for their second factor at a time. */
const CHALLENGES_MAX = 16;

/** The ways to sign in as a device; each throws LocalFault with the service's sentence. */
export function signInSteps({
  fetch,
  hostName,
}: Pick<DesktopDeps, 'fetch' | 'hostName'>): SignInSteps {
  const device: Device = { kind: 'desktop', name: deviceName(hostName) };
  /** The service that each challenge came from. */
  const challenges = new Map<string, string>();

  async function call<E extends Endpoint>(
    service: string,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<Exclude<CallOutcome<Reply<E>>, { kind: 'unreachable' }>> {
    const outcome = await callEndpoint({ fetch, service }, endpoint, input);
    if (outcome.kind === 'unreachable') throw serviceFault(service, outcome);
    return outcome;
  }
  return {
    async withPassword(service, credentials) {
      const outcome = await call(service, login, { body: { ...credentials, device } });
      if (outcome.kind === 'ok') return { kind: 'opened', service, session: outcome.reply };
      const { challenge } = outcome.details;
      if (outcome.code !== 'second_factor_needed' || typeof challenge !== 'string') {
        throw serviceFault(service, outcome);
      }
      const [oldest] = challenges.keys();
      if (oldest !== undefined && challenges.size >= CHALLENGES_MAX) challenges.delete(oldest);
      challenges.set(challenge, service);
      return { kind: 'second-factor', challenge };
    },
    async withSecondFactor({ challenge, code }) {
      const service = challenges.get(challenge);
      if (service === undefined) {
        const message = 'This sign-in took too long. Please start again.';
        throw new LocalFault('conflict', message, { code: 'challenge_over' });
      }
      const outcome = await call(service, loginWithCode, { body: { challenge, code } });
      if (outcome.kind !== 'ok') {
        if (outcome.code === 'challenge_over') challenges.delete(challenge);
        throw serviceFault(service, outcome);
      }
      challenges.delete(challenge);
      return { kind: 'opened', service, session: outcome.reply };
    },
    async withCode(service, code) {
      const outcome = await call(service, claimDevice, { body: { code, device } });
      if (outcome.kind !== 'ok') throw serviceFault(service, outcome);
      return { kind: 'opened', service, session: outcome.reply };
    },
  };
}

/** Fields of the sign-in forms that a refusal of the service is about. */
const FIELD_OF: Readonly<Record<string, string>> = {
  invalid_credentials: 'password',
  device_code_invalid: 'code',
  wrong_code: 'code',
};

/** Why a call to the service came to nothing, in the service's own sentence and under its own code. */
function serviceFault(service: string, outcome: ServiceRefusal | Unreachable): LocalFault {
  if (outcome.kind === 'unreachable') {
    return new LocalFault(
      'unavailable',
      `The service at ${service} is out of reach: ${outcome.reason.replace(/\.$/, '')}.`,
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
