import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Values in values: the deepest body of the contract has seven. */
const DEPTH_MAX = 32;
/** Lists and objects of a body, and the signs that divide their parts: a full batch of outcomes stays below. */
const OPENINGS_MAX = 100_000;
const COMMAS_MAX = 500_000;

/**
 * Reads bodies of JSON, but for those that cost more to read than their length says: four megabytes of
 * brackets keep everybody else waiting for over a second.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      const tooMuch = findExcess(body);
      if (tooMuch) done(new AppError('body_too_complex', { details: tooMuch }));
      else void read(request, body, done);
    },
  );
}

function findExcess(text: string): { what: string; limit: number } | null {
  let depth = 0;
  let openings = 0;
  let commas = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) inText = false;
    } else if (sign === QUOTE) inText = true;
    else if (sign === COMMA) commas += 1;
    else if (sign === LIST || sign === OBJECT) {
      openings += 1;
      depth += 1;
      if (depth > DEPTH_MAX) return { what: 'levels', limit: DEPTH_MAX };
    } else if (sign === LIST_END || sign === OBJECT_END) depth -= 1;
  }
  if (openings > OPENINGS_MAX) return { what: 'lists and objects', limit: OPENINGS_MAX };
  return commas > COMMAS_MAX ? { what: 'values', limit: COMMAS_MAX } : null;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
