import type { FastifyInstance } from 'fastify';

/** Copies of the service that each call goes to in turn, as a balancer without sticky sessions does. */
export const COPIES = Math.max(1, Number(process.env.TEST_COPIES ?? 1));

/**
 * One service to whoever injects calls, whichever copy answers them. What else is asked of it (its port,
 * its log) is asked of the first.
 */
export function inTurn(copies: readonly FastifyInstance[]): FastifyInstance {
  const [first] = copies;
  if (!first) throw new Error('no copy of the service');
  if (copies.length === 1) return first;
  let calls = 0;
  const next = () => {
    calls += 1;
    return copies[calls % copies.length] ?? first;
  };
  return new Proxy(first, {
    get(target, property) {
      if (property === 'inject') {
        const copy = next();
        return copy.inject.bind(copy);
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Why a test is left out where calls go to several copies: what it is about is no common knowledge. */
export const KEPT_BY_EACH_COPY =
  COPIES > 1
    ? 'each copy of the service keeps this for itself (docs/explanation/architecture.md)'
    : false;

/** The same for what is told on channels of the process, which a test's copies share. */
export const TOLD_TWICE = COPIES > 1 ? 'copies of a test share one process and its log' : false;
