import type { Output } from '../report/output.ts';

/** An output that remembers what was said. */
export type HeardOutput = Output & Readonly<{ printed(): string; lines(): readonly string[] }>;

export function heardOutput(): HeardOutput {
  let printed = '';
  const lines: string[] = [];
  return {
    isTerminal: false,
    out(text) {
      printed += text;
    },
    line: (text) => void lines.push(text),
    live: () => {},
    printed: () => printed,
    lines: () => lines,
  };
}
