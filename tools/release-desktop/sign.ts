import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const { signing } = input;
  const terms = [
    'sign',
    '-pkcs12',
    signing.certificateFile,
    // A password among the arguments would stand in the list of processes.
    '-readpass',
    signing.passwordFile,
    '-h',
    'sha256',
    '-n',
    input.brand,
    ...(input.url === null ? [] : ['-i', input.url]),
    ...(signing.timestampUrl === null
      ? ['-time', String(input.signedAt)]
      : ['-ts', signing.timestampUrl]),
  ];
  const script = join(input.work, 'sign.sh');
  const words = terms.map((term) => `'${term.replaceAll("'", "'\\''")}'`).join(' ');
  writeFileSync(
    script,
    `#!/bin/sh\nset -e\nosslsigncode ${words} -in "$1" -out "$1.signed"\nmv "$1.signed" "$1"\n`,
  );
  chmodSync(script, 0o700);
  return {
    script,
    async sign(file) {
      const signed = `${file}.signed`;
      rmSync(signed, { force: true });
      const { code, output } = await run('osslsigncode', [...terms, '-in', file, '-out', signed], {
        output: 'keep',
      });
      if (code !== 0) throw new Error(`${file} cannot be signed:\n${output.trim()}`);
      renameSync(signed, file);
      await verifySignature(file);
    },
  };
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
