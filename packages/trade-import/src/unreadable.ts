/** Why a whole file is refused, in a sentence that names what was found. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}
