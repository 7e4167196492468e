import { z } from 'zod';

export const PUSH_ENVIRONMENT = { PUSH_HOSTS: z.string().optional() };

/** Push services beside those of the known browsers, as origins. */
export type PushSettings = Readonly<{ origins: readonly string[] }>;

/**
 * @returns the origins, and what is wrong with them, a sentence each. Plain HTTP is for trying the service
 * out: in production what is sent has to travel by HTTPS
 */
export function pushFrom(
  { PUSH_HOSTS }: { PUSH_HOSTS?: string | undefined },
  { production }: { production: boolean },
): { push: PushSettings; faults: string[] } {
  const given = (PUSH_HOSTS ?? '').split(',').flatMap((each) => each.trim() || []);
  const faults = given
    .filter((origin) => !isOrigin(origin, production ? /^https:$/ : /^https?:$/))
    .map((bad) => `PUSH_HOSTS must be origins such as https://push.example.com, not "${bad}"`);
  return { push: { origins: given }, faults };
}

function isOrigin(text: string, protocols: RegExp): boolean {
  return (
    URL.canParse(text) && new URL(text).origin === text && protocols.test(new URL(text).protocol)
  );
}
