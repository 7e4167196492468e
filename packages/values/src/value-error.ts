/**
 * A value that breaks the rules of its type: mixed currencies, a fraction of a cent, a price between
 * two points. Always a fault of the caller, never of a user: edges parse before they build values.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
