import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import type { CodeSigning } from './settings.ts';

/** Signs programs of Windows in place. */
export type Signer = Readonly<{
  /** @throws Error with what osslsigncode said */
  sign(file: string): Promise<void>;
  /** A script that signs the file it is given, for the installer's compiler. */
  script: string;
}>;

type SignerInput = Readonly<{
  signing: CodeSigning;
  /** Stands in the signature. */
  brand: string;
  url: string | null;
  /** Seconds since 1970 that a signature without time stamp carries. */
  signedAt: number;
  work: string;
}>;

export function createSigner(input: SignerInput): Signer {
  const { key, timestampUrl } = input.signing;
  const command = key.kind === 'command' ? [key.program] : ['osslsigncode', ...termsOf(input)];
  const script = join(input.work, 'sign.sh');
  const quoted = (term: string) => `'${term.replaceAll("'", "'\\''")}'`;
  const words = command.map(quoted).join(' ');
  const act =
    key.kind === 'command'
      ? `CODE_SIGN_TIMESTAMP_URL=${quoted(timestampUrl ?? '')} ${words} "$1"`
      : `rm -f "$1.signed"\n${words} -in "$1" -out "$1.signed"\nmv "$1.signed" "$1"`;
  writeFileSync(script, `#!/bin/sh\nset -e\n${act}\n`);
  chmodSync(script, 0o700);
  return {
    script,
    async sign(file) {
      const { code, output } = await run(script, [file], { output: 'keep' });
      if (code !== 0) throw new Error(`${file} cannot be signed:\n${output.trim()}`);
      await verifySignature(file);
    },
  };
}

/** What osslsigncode is called with. A password among the arguments would stand in the list of processes. */
function termsOf({ signing, brand, url, signedAt }: SignerInput): readonly string[] {
  const { key, timestampUrl } = signing;
  let withKey: readonly string[] = [];
  if (key.kind === 'file') withKey = ['-pkcs12', key.certificateFile];
  if (key.kind === 'pkcs11')
    withKey = ['-pkcs11module', key.module, '-certs', key.certificateFile, '-key', key.uri];
  const passwordFile = key.kind === 'command' ? null : key.passwordFile;
  return [
    'sign',
    ...withKey,
    ...(passwordFile === null ? [] : ['-readpass', passwordFile]),
    '-h',
    'sha256',
    '-n',
    brand,
    ...(url === null ? [] : ['-i', url]),
    ...(timestampUrl === null ? ['-time', String(signedAt)] : ['-ts', timestampUrl]),
  ];
}

/**
 * Whether the signature of a program fits its bytes. Whom its certificate belongs to is for Windows to judge.
 *
 * @throws Error where there is none or it does not fit
 */
export async function verifySignature(file: string): Promise<void> {
  const { output } = await run('osslsigncode', ['verify', '-in', file], { output: 'keep' });
  // Its exit code is about the certificate's roots, which are not this machine's.
  const current = /^Current message digest\s*:\s*(\S+)/m.exec(output)?.[1];
  const calculated = /^Calculated message digest\s*:\s*(\S+)/m.exec(output)?.[1];
  if (current === undefined || current !== calculated) {
    throw new Error(`${file} has no signature that fits it:\n${output.trim()}`);
  }
}
