/** One line of the compiler that somebody has to look at. */
export type CompileFault = Readonly<{
  kind: 'error' | 'warning';
  file: string;
  line: number;
  column: number;
  text: string;
}>;

/** What the compiler says of a run. */
export type CompileResult = Readonly<{
  /** null when the log has no last line: the compiler did not come to its end. */
  errors: number | null;
  warnings: number | null;
  faults: readonly CompileFault[];
}>;

/**
 * Reads the log of MetaEditor. Its last line counts errors and warnings; the program's exit code says
 * nothing of use.
 */
export function parseCompileLog(text: string): CompileResult {
  let errors: number | null = null;
  let warnings: number | null = null;
  const faults: CompileFault[] = [];
  for (const line of text.split(/\r?\n/)) {
    const total = /(\d+) error(?:s|\(s\))?, (\d+) warning/.exec(line);
    if (total) [errors, warnings] = [Number(total[1]), Number(total[2])];
    const fault = /^(.+)\((\d+),(\d+)\)\s*: (error|warning)\s*(?:\d+)?: (.*)$/.exec(line);
    if (!fault) continue;
    const [, file = '', row, column, kind, what = ''] = fault;
    faults.push({
      kind: kind === 'error' ? 'error' : 'warning',
      file,
      line: Number(row),
      column: Number(column),
      text: what.trim(),
    });
  }
  return { errors, warnings, faults };
}
