/** PostgreSQL's number for the type `text`. */
const TEXT_OID = 25;
const HEADER_BYTES = 20;

/**
 * A parameter of type `text[]` for long texts, such as documents: written as PostgreSQL keeps it. In the usual form every
 * quotation mark of a document is escaped by us and read again by the database, which takes both longer than all else.
 */
export class TextArray {
  readonly values: readonly string[];

  constructor(values: readonly string[]) {
    this.values = values;
  }

  /** Rows, each a document of its own: `jsonb_to_record` makes columns of it, and forgets it before the next one. */
  static ofRows(rows: readonly object[]): TextArray {
    return new TextArray(rows.map((row) => JSON.stringify(row)));
  }

  /** The array in PostgreSQL's binary format: dimensions, then each text with its length. */
  toBinary(): Buffer {
    const lengths = this.values.map((text) => Buffer.byteLength(text));
    const bytes = lengths.reduce((sum, length) => sum + 4 + length, HEADER_BYTES);
    const written = Buffer.allocUnsafe(bytes);
    // One dimension, no null among the elements, their type, how many they are, and where they begin to count.
    let at = [1, 0, TEXT_OID, lengths.length, 1].reduce(
      (place, each) => written.writeInt32BE(each, place),
      0,
    );
    for (const [index, text] of this.values.entries()) {
      at = written.writeInt32BE(lengths[index] ?? 0, at);
      at += written.write(text, at);
    }
    return written;
  }
}
