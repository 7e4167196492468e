import {
  claimDevice as claimDeviceCall,
  makeDeviceCode as makeDeviceCodeCall,
} from '@quorate/contract/devices';
import type { Limits } from '../../../config/limits.ts';
import { addressGroup } from '../../../http/client-address.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst, type RateLimit } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { originOf } from '../sign-in/origin.ts';
import { claimDevice, makeDeviceCode } from './devices.service.ts';

const HOUR_MS = 3_600_000;

export function registerDevices(route: Route, deps: AccountDeps): void {
  route(makeDeviceCodeCall, async (_input, { user }) => {
    await countAgainst(deps, madeCodes(deps.limits), user.id);
    return { success: true, ...(await makeDeviceCode(deps, user)) };
  });

  route(claimDeviceCall, async ({ body }, { request }) => {
    // Counted before the work, so that parallel guesses are no way around the limit.
    const tried = await countAgainst(deps, triedCodes(deps.limits), addressGroup(request.ip));
    const signedIn = await claimDevice(deps, body, originOf(request));
    await tried.giveBack();
    return signedIn;
  });
}

function madeCodes({ deviceCodes: limit }: Limits): RateLimit {
  return { what: 'device-code', limit, windowMs: HOUR_MS, words: `${limit} codes an hour` };
}

function triedCodes({ codeTries: limit }: Limits): RateLimit {
  return {
    what: 'device-claim',
    limit,
    windowMs: HOUR_MS,
    words: `${limit} wrong codes an hour`,
  };
}
