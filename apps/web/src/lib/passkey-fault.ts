/** A passkey that could not be made or used; the message is written for people. */
export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault';
}
