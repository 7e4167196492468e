import { ServerResponse } from 'node:http';

/** How far this program's clock is ahead of the computer's, in milliseconds. */
const AHEAD = Number(process.env.JOURNEY_CLOCK_AHEAD_MS ?? 0);

const RealDate = Date;

/** Loaded before a program of a journey: the market is open whenever the journey is made. */
globalThis.Date = new Proxy(RealDate, {
  construct(target, given, newTarget) {
    const moment = given.length === 0 ? [RealDate.now() + AHEAD] : given;
    return Reflect.construct(target, moment, newTarget);
  },
  apply: () => new RealDate(RealDate.now() + AHEAD).toString(),
  get(target, name, receiver) {
    return name === 'now' ? () => RealDate.now() + AHEAD : Reflect.get(target, name, receiver);
  },
});

// Node itself writes the date of an answer by the computer's clock.
const answer = ServerResponse.prototype;
const writeHead = Reflect.get(answer, 'writeHead') as (...given: unknown[]) => ServerResponse;
answer.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, given);
};
