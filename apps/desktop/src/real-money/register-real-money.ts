import { getRealMoney, switchToDemo, switchToReal } from '../contract/real-money.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { DesktopRealMoney } from './create-real-money.ts';

const DONE = { done: true } as const;

/** The calls that stand between a configuration and real money. */
export function registerRealMoney(route: LocalRoute, realMoney: DesktopRealMoney): void {
  route(getRealMoney, ({ params }) => realMoney.terms(params.name));
  route(switchToReal, ({ params, body }) => realMoney.toReal(params.name, body).then(() => DONE));
  route(switchToDemo, ({ params, body }) => realMoney.toDemo(params.name, body).then(() => DONE));
}
