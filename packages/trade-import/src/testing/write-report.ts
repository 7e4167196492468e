import { strToU8, zipSync } from 'fflate';
import type { ModelReport } from './report-model.ts';
import { type ModelRow, reportRows } from './report-rows.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'windows-1252';

/** The page a terminal saves, hidden comment cells included. */
export function htmlReport(
  report: ModelReport,
  encoding: TextEncodingName = 'utf-16le',
): Uint8Array {
  const rows = reportRows(report).map(htmlRow).join('\r\n');
  return encode(
    `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\r\n<html><head><title>Report</title>\r\n<style>td.hidden { display: none; }</style></head>\r\n<body><div align="center"><table cellspacing="1">\r\n${rows}\r\n</table></div></body></html>`,
    encoding,
  );
}

function htmlRow({ kind, cells, hidden: comment = 'a comment' }: ModelRow): string {
  const safe = cells.map((cell) => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  switch (kind) {
    case 'title':
      return `<tr align="center"><th colspan="14"><div style="font: 10pt Tahoma"><b>${safe[0]}</b></div></th></tr>`;
    case 'info':
      return `<tr align="left"><th colspan="3">${safe[0]}</th><th colspan="11"><b>${safe[1]}</b></th></tr>`;
    case 'head':
      return `<tr align="center" bgcolor="#E5F0FC">${safe.map((cell) => `<td><b>${cell}</b></td>`).join('')}</tr>`;
    default: {
      const tds = safe.map((cell) => `<td>${cell}</td>`);
      const hidden = kind === 'data' ? [`<td class="hidden" colspan="8">${comment}</td>`] : [];
      return `<tr bgcolor="#F7F7F7" align="right">${[...tds.slice(0, 4), ...hidden, ...tds.slice(4)].join('')}</tr>`;
    }
  }
}

export function csvReport(
  report: ModelReport,
  options: { delimiter?: ',' | ';' | '\t'; encoding?: TextEncodingName } = {},
): Uint8Array {
  const { delimiter = ',', encoding = 'utf-8' } = options;
  const lines = reportRows(report).map(({ cells }) =>
    Array.from({ length: 14 }, (_, index) => quoted(cells[index] ?? '', delimiter)).join(delimiter),
  );
  return encode(lines.join('\r\n'), encoding);
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A workbook whose figures are numbers and whose times are texts, as a terminal saves it. */
export function xlsxReport(report: ModelReport, formula?: string): Uint8Array {
  const rows = reportRows({ ...report, decimalSign: '.' }).map(({ cells }, index) => {
    const inner = cells.map((cell, column) => xlsxCell(cell, `${letter(column)}${index + 1}`));
    return `<row r="${index + 1}">${inner.join('')}</row>`;
  });
  if (formula)
    rows.push(
      `<row r="${rows.length + 1}"><c r="A${rows.length + 1}"><f>${formula}</f><v>1</v></c></row>`,
    );
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ),
  });
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

function xlsxCell(cell: string, place: string): string {
  if (cell === '') return '';
  const number = cell.replaceAll('\u00a0', '');
  if (/^-?\d+(\.\d+)?$/.test(number)) return `<c r="${place}"><v>${Number(number)}</v></c>`;
  const safe = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${place}" t="inlineStr"><is><t>${safe}</t></is></c>`;
}

/** Writes a text in one of the encodings that reports come in, with the mark that terminals put in front. */
export function encode(text: string, encoding: TextEncodingName): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    default: {
      const decoder = new TextDecoder(encoding);
      const bytes = new Map(
        Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]),
      );
      return Uint8Array.from(Array.from(text, (char) => bytes.get(char) ?? 63));
    }
  }
}
