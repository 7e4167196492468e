/** A settings file cannot be read the way the service reads it; the message names file and line. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** After these a backslash in double quotes is dropped; before anything else it stays. */
const ESCAPABLE = '"\\`$';

/**
 * Reads a file of settings the way systemd reads an EnvironmentFile, because that is what the service gets.
 * Node's own util.parseEnv differs in values: it ends an unquoted one at a `#`, turns `\n` in quotes into a
 * line end, and does not continue a line after a backslash. What is likely a mistake is refused.
 *
 * @throws EnvFileError that names the line; never a value
 */
export function parseEnvFile(file: string, text: string): Record<string, string> {
  const fault = (line: number, why: string) =>
    new EnvFileError(`Line ${line} of ${file} cannot be used: ${why}.`);
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (source.includes('\0')) throw new EnvFileError(`${file} is no text file.`);
  const settings: Record<string, string> = {};
  let at = 0;
  let line = 1;
  const next = () => {
    const character = source[at];
    at += 1;
    if (character === '\n') line += 1;
    return character;
  };
  while (at < source.length) {
    const start = line;
    const end = source.indexOf('\n', at);
    const rest = source.slice(at, end === -1 ? undefined : end);
    if (/^\s*([#;].*)?$/.test(rest)) {
      at += rest.length;
      next();
      continue;
    }
    const equals = rest.indexOf('=');
    const name = rest.slice(0, Math.max(equals, 0)).trim();
    if (!NAME.test(name)) throw fault(start, 'it is not NAME=value and no comment');
    at += equals + 1;
    settings[name] = readValue(next, (why) => fault(start, `${name} ${why}`));
  }
  return settings;
}

function readValue(next: () => string | undefined, fault: (why: string) => EnvFileError): string {
  let value = '';
  /** Spaces that count only if something follows them. */
  let spaces = '';
  let bare = false;
  for (;;) {
    const character = next();
    if (character === undefined || character === '\n') return value;
    if (!bare && (character === '"' || character === "'")) {
      value += readQuoted(next, character, fault);
      spaces = '';
    } else if (/\s/.test(character)) {
      spaces += character;
    } else {
      if (character === '#' && spaces !== '')
        throw fault(
          'has a # after its value: put the comment on a line of its own, or quote the value',
        );
      value += bare ? spaces : '';
      spaces = '';
      bare = true;
      if (character !== '\\') value += character;
      else {
        const escaped = next();
        if (escaped !== undefined && escaped !== '\n') value += escaped;
      }
    }
  }
}

function readQuoted(
  next: () => string | undefined,
  quote: string,
  fault: (why: string) => EnvFileError,
): string {
  let value = '';
  for (;;) {
    const character = next();
    if (character === undefined) throw fault(`opens a quote (${quote}) that never closes`);
    if (character === quote) return value;
    if (quote === "'" || character !== '\\') {
      value += character;
      continue;
    }
    const escaped = next();
    if (escaped === undefined) throw fault(`opens a quote (${quote}) that never closes`);
    if (escaped === '\n') continue;
    value += ESCAPABLE.includes(escaped) ? escaped : `\\${escaped}`;
  }
}
