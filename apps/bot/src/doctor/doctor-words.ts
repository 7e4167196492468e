import type { AbsentTerminal } from '../mt5/install/choose-terminal.ts';
import type { Profile } from '../profiles/profile.ts';

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
