/**
 * Exit codes of every command, documented in command-line/exit-codes.ts. 1 is left for faults nobody
 * foresaw and for checks that found one.
 */
export const EXIT = {
  done: 0,
  unexpected: 1,
  badInput: 2,
  serviceGaveUp: 3,
  signInRefused: 4,
  notReady: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What stopped the bot, as programs read it in `--json`. */
type BotFaultCode =
  | 'usage'
  | 'profile'
  | 'vault'
  | 'not_running'
  | 'terminal'
  | 'port_in_use'
  | 'candle_file'
  | 'report_file'
  | 'data_folder'
  | 'run_in_use'
  | 'run_damaged'
  | 'sign_in_refused'
  | 'signed_out'
  | 'service_unreachable'
  | 'service_refused'
  | 'interrupted';

const EXIT_OF: Readonly<Record<BotFaultCode, ExitCode>> = {
  usage: EXIT.badInput,
  profile: EXIT.badInput,
  vault: EXIT.badInput,
  not_running: EXIT.notReady,
  terminal: EXIT.notReady,
  port_in_use: EXIT.badInput,
  candle_file: EXIT.badInput,
  report_file: EXIT.badInput,
  data_folder: EXIT.badInput,
  run_in_use: EXIT.badInput,
  run_damaged: EXIT.badInput,
  sign_in_refused: EXIT.signInRefused,
  signed_out: EXIT.signInRefused,
  service_unreachable: EXIT.serviceGaveUp,
  service_refused: EXIT.unexpected,
  interrupted: EXIT.interrupted,
};

/** A fault whose message is one sentence for the person who started the bot. */
export class BotFault extends Error {
  override readonly name = 'BotFault';
  readonly code: BotFaultCode;
  readonly exitCode: ExitCode;

  constructor(code: BotFaultCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.exitCode = EXIT_OF[code];
  }
}
