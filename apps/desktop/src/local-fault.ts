import { isSameName, type Profile } from '@quorate/bot/profiles/profile';
import { t } from '@quorate/bot/words';
import type { LocalFailure } from './contract/local-endpoint.ts';

const STATUS = {
  /** What was sent is not right; `fields` says where. */
  validation_failed: 400,
  /** No secret of this launch, or from another page. */
  forbidden: 403,
  not_found: 404,
  /** Something has to be done first, or is under way. */
  conflict: 409,
  /** The service, the terminal or a program did not do it. */
  unavailable: 503,
} as const;

/** A refusal for the person at the interface: what, which limit, which value. */
export class LocalFault extends Error {
  override readonly name = 'LocalFault';
  readonly code: string;
  readonly status: number;
  readonly fields: LocalFailure['fields'];

  /** @param code what screens branch on; where it is no key of the table above, give the kind it is of */
  constructor(
    kind: keyof typeof STATUS,
    message: string,
    options: {
      code?: string;
      fields?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = options.code ?? kind;
    this.status = STATUS[kind];
    this.fields = options.fields;
  }
}

/** @throws LocalFault `not_found` */
export function refuseAbsent(names: readonly string[], name: string): void {
  if (names.some((each) => isSameName(each, name))) return;
  throw new LocalFault('not_found', t`There is no configuration ${{ name }}.`);
}

/** A configuration; null where it cannot be used, which its own screen says. */
export function loadOrNull(
  configurations: Readonly<{ load(name: string): Profile }>,
  name: string,
): Profile | null {
  try {
    return configurations.load(name);
  } catch {
    return null;
  }
}
