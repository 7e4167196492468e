import type { IncomingHttpHeaders } from 'node:http';
import { type ByteRange, byteRange } from './byte-range.ts';

export type AnswerPlan =
  | { status: 200 }
  | { status: 206; range: ByteRange }
  | { status: 304 | 412 | 416 };

/**
 * How to answer a request for a file with a strong entity tag: conditions first, in the order of RFC 9110
 * (13.2.2), then the range. The file has no date of its own, so that conditions on dates never hold.
 */
export function planAnswer(
  method: string,
  headers: IncomingHttpHeaders,
  file: { etag: string; size: number },
): AnswerPlan {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = headers;
  if (ifMatch !== undefined && !names(ifMatch, file.etag)) return { status: 412 };
  // Weak tags are as good as strong ones where all that matters is whether the caller has the file.
  if (ifNoneMatch !== undefined && names(ifNoneMatch.replace(/\bW\//g, ''), file.etag))
    return { status: 304 };
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== file.etag)) return { status: 200 };
  const range = byteRange(headers.range, file.size);
  if (range === 'none') return { status: 200 };
  return range === 'outside' ? { status: 416 } : { status: 206, range };
}

function names(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((each) => each.trim() === etag);
}
