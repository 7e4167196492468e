import type { AbsentTerminal } from '../mt5/install/find-terminals.ts';
import type { Profile } from '../profiles/profile.ts';

/** What one check found. `skip`: it could not be made, because an earlier one failed. */
export type FindingStatus = 'ok' | 'warn' | 'fail' | 'skip';

export type Finding = Readonly<{
  /** Stays the same from version to version, for programs. */
  check: string;
  status: FindingStatus;
  /** What was found, with the actual value. */
  detail: string;
  /** What to do; null where nothing is to be done. */
  advice: string | null;
}>;

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail, advice: null };
}

export function warn(check: string, detail: string, advice: string | null = null): Finding {
  return { check, status: 'warn', detail, advice };
}

export function fail(check: string, detail: string, advice: string | null = null): Finding {
  return { check, status: 'fail', detail, advice };
}

export function skip(check: string, detail: string): Finding {
  return { check, status: 'skip', detail, advice: null };
}

/** How the checks say what to do: people at a command line type commands, those at the app press buttons. */
export type DoctorWords = Readonly<{
  /** What one terminal's settings are called. */
  noun: 'profile' | 'configuration';
  /** No terminal could be chosen. @returns what was found instead, and what to do */
  absent(
    choice: AbsentTerminal,
    profile: Profile,
  ): Readonly<{ detail: string; advice: string | null }>;
  /** A system that has no terminals. */
  elsewhere: string;
  /** Puts expert and token into the terminal. */
  install(name: string): string;
  /** Puts the expert there and takes it off the chart, where it runs on in its old version. */
  renew(name: string): string;
  /** The two share no token yet. */
  noToken(name: string): string;
  /** No terminal dials in. */
  nobody(port: number, transport: 'tcp' | 'pipe'): string;
  /** Another program has the port. */
  portTaken(name: string, port: number): string;
  /** The server is the same but for its capitals. */
  writeServer(name: string, server: string): string;
  /** The terminal is signed in to another account. */
  otherAccount: string;
  /** Demo or real, whichever the terminal's account is and the settings say not. */
  otherType(name: string, actual: 'demo' | 'real'): string;
  pairs(name: string): string;
  service(name: string): string;
  signIn: string;
  /** Its owner ended the sign-in of this computer. */
  signedOut: string;
  resume(name: string): string;
}>;
