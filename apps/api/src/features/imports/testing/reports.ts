type Row = { opened: string; closed: string; comment?: string };

/** A bought half lot of EURUSD, 1,209.80 net. */
export function row(ticket: string, changes: Partial<Row> = {}): string {
  const { opened, closed, comment } = {
    opened: '2025.03.03 10:15:30',
    closed: '2025.03.04 11:00:05',
    ...changes,
  } as Row;
  const cells =
    `${opened};${ticket};EURUSD;buy;0.5;1.08214;1.08000;;${closed};1.08643;-3.50;-1.20;1 214.50`.split(
      ';',
    );
  const hidden = comment ? `<td class="hidden" colspan="8">${comment}</td>` : '';
  return `<tr>${hidden}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

const HEADERS =
  'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'
    .split(',')
    .map((word) => `<td><b>${word}</b></td>`)
    .join('');

/** A report as the terminal saves it, in UTF-16. Its first row of data stands in line 9. */
export function reportOf(
  rows: readonly string[],
  server = 'Demo-Server',
  kind = 'demo',
): Uint8Array {
  const lines = [
    '<html><body><table>',
    '<tr><th>Trade History Report</th></tr>',
    '<tr><th>Name:</th><th>Ada Example</th></tr>',
    `<tr><th>Account:</th><th>100200&nbsp;(USD, ${server}, ${kind}, Hedge)</th></tr>`,
    '<tr><th>Company:</th><th>Example Broker Ltd</th></tr>',
    '',
    '<tr><th>Positions</th></tr>',
    `<tr>${HEADERS}</tr>`,
    ...rows,
    '</table></body></html>',
  ];
  return Buffer.from(`\ufeff${lines.join('\n')}`, 'utf16le');
}

export function withoutAccount(report: Uint8Array): Uint8Array {
  const text = Buffer.from(report).toString('utf16le');
  return Buffer.from(text.replace(/<tr><th>Account:.*/, ''), 'utf16le');
}
