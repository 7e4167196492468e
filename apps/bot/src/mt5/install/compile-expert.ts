import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BotFault } from '../../bot-fault.ts';
import { writeWhole } from '../../files.ts';
import { t } from '../../words.ts';
import { deployedExpert, type ExpertSource, recordCompiled } from './deploy-expert.ts';
import { decodeText, removeFolder } from './files.ts';
import type { TerminalInstall } from './find-terminals.ts';
import type { Programs } from './run-program.ts';

const COMPILE_TIMEOUT_MS = 120_000;

/**
 * Compiles the deployed expert with the terminal's own editor.
 *
 * @returns errors and warnings as the compiler told them; no error means that the program is new
 * @throws BotFault `terminal` when there is no editor, it does not start, leaves no log, or no program
 */
export async function compileExpert(
  programs: Programs,
  { editor, dataFolder, installFolder }: TerminalInstall,
  sources: readonly ExpertSource[],
): Promise<CompileResult> {
  if (editor === null) {
    throw new BotFault(
      'terminal',
      t`There is no metaeditor64.exe in ${{ installFolder }}; the expert can be compiled there by hand with F7.`,
    );
  }
  const { source, program } = deployedExpert(dataFolder);
  const before = writtenAt(program);
  const folder = mkdtempSync(join(tmpdir(), 'quorate-compile-'));
  const log = join(folder, 'compile.log');
  try {
    const end = await programs.run(
      editor,
      [
        { name: 'compile', value: source },
        { name: 'log', value: log },
      ],
      { timeoutMs: COMPILE_TIMEOUT_MS },
    );
    if (!end.started)
      throw new BotFault('terminal', t`${{ editor }} does not start: ${{ reason: end.reason }}`);
    if (!existsSync(log)) {
      const how = end.timedOut
        ? t`was still at it after ${{ seconds: COMPILE_TIMEOUT_MS / 1_000 }} s`
        : t`ended with ${{ code: end.exitCode ?? t`a signal` }} and left no log`;
      throw new BotFault(
        'terminal',
        t`${{ editor }} ${{ how }}; open ${{ source }} in it and press F7.`,
      );
    }
    const result = parseCompileLog(decodeText(readFileSync(log)));
    if (result.errors !== 0) return result;
    const after = writtenAt(program);
    if (after === null || after === before) {
      throw new BotFault(
        'terminal',
        t`The compiler names no error and has left no new program ${{ program }}: a virus scanner may have taken it, or the terminal has it open. Close the terminal, let the scanner leave that folder alone, and try again.`,
      );
    }
    recordCompiled(dataFolder, sources);
    // Kept beside the program: what this terminal's compiler said of exactly these sources.
    writeWhole(join(deployedExpert(dataFolder).folder, 'compile.log'), readFileSync(log));
    return result;
  } finally {
    // An editor that was killed may hold its log for a moment; what matters is told already.
    await removeFolder(folder).catch(() => {});
  }
}

/** @returns ms; null where it is not there */
function writtenAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** The result for people: the count, then every error with its place. */
export function compileText({ errors, warnings, faults }: CompileResult): string {
  if (errors === null) return t`The compiler did not come to its end.`;
  const lines = faults.map(
    ({ kind, file, line, column, text }) => `  ${file}:${line}:${column} ${kind}: ${text}`,
  );
  return [
    t`Compiled: ${{ errors }} errors, ${{ warnings: warnings ?? 0 }} warnings.`,
    ...lines,
  ].join('\n');
}

/** One line of the compiler that somebody has to look at. */
type CompileFault = Readonly<{
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
