/** What a trade server answers. Numbers and meanings: MQL5 reference, "Return codes of the trade server". */
const CODES = {
  requote: [10_004, 'Requote'],
  reject: [10_006, 'Request rejected'],
  cancel: [10_007, 'Request cancelled'],
  placed: [10_008, 'Order placed'],
  done: [10_009, 'Request executed'],
  partial: [10_010, 'Request executed partially'],
  error: [10_011, 'Request processing error'],
  timeout: [10_012, 'Request timed out'],
  invalid: [10_013, 'Invalid request'],
  invalidVolume: [10_014, 'Invalid volume'],
  invalidPrice: [10_015, 'Invalid price'],
  invalidStops: [10_016, 'Invalid stops'],
  tradeDisabled: [10_017, 'Trading disabled'],
  marketClosed: [10_018, 'Market closed'],
  noMoney: [10_019, 'Not enough money'],
  priceChanged: [10_020, 'Prices changed'],
  priceOff: [10_021, 'No prices'],
  invalidExpiration: [10_022, 'Invalid expiration'],
  orderChanged: [10_023, 'Order state changed'],
  tooManyRequests: [10_024, 'Too many requests'],
  noChanges: [10_025, 'No changes'],
  serverDisablesExperts: [10_026, 'The server does not let experts trade'],
  clientDisablesExperts: [10_027, 'The terminal does not let experts trade'],
  locked: [10_028, 'Request locked'],
  frozen: [10_029, 'Order or position frozen'],
  invalidFill: [10_030, 'Unsupported filling mode'],
  connection: [10_031, 'No connection to the trade server'],
  onlyReal: [10_032, 'Only for real accounts'],
  limitOrders: [10_033, 'Too many pending orders'],
  limitVolume: [10_034, 'Volume limit of the symbol reached'],
  invalidOrder: [10_035, 'Invalid order'],
  positionClosed: [10_036, 'Position closed already'],
  invalidCloseVolume: [10_038, 'Volume exceeds the position'],
  closeOrderExists: [10_039, 'A closing order exists already'],
  limitPositions: [10_040, 'Too many positions'],
  rejectCancel: [10_041, 'Cancellation rejected'],
  longOnly: [10_042, 'Only purchases are allowed'],
  shortOnly: [10_043, 'Only sales are allowed'],
  closeOnly: [10_044, 'Only closing is allowed'],
  fifoClose: [10_045, 'Positions must be closed first in, first out'],
  hedgeProhibited: [10_046, 'Opposite positions are not allowed'],
} as const;

/** The numbers by name. */
export const RETCODE = Object.fromEntries(
  Object.entries(CODES).map(([name, [code]]) => [name, code]),
) as { readonly [Name in keyof typeof CODES]: (typeof CODES)[Name][0] };

const WORDS: ReadonlyMap<number, string> = new Map<number, string>([
  [0, 'Done'],
  ...Object.values(CODES),
]);

/** What the server says beside a code. */
export function retcodeWords(retcode: number): string {
  return WORDS.get(retcode) ?? `Code ${retcode}`;
}
