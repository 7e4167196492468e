export type ServerEvent = { id: string; name: string; data: string };

/**
 * Reads server-sent events out of text that arrives in pieces, as the standard says. Comments and `retry`
 * are skipped.
 *
 * @example const feed = createEventReader(onEvent); feed('data: 1\n'); feed('\n');
 */
export function createEventReader(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = '';
  let id = '';
  let name = '';
  let data: string[] = [];

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ id, name: name || 'message', data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }

  return (text) => {
    // A line end of two characters may arrive in two pieces.
    const held = (rest + text).endsWith('\r') ? '\r' : '';
    const whole = (rest + text).slice(0, held ? -1 : undefined);
    const lines = whole.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + held;
    for (const line of lines) takeLine(line);
  };
}
