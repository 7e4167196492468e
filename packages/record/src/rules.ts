/** What is wrong with a record, by the rule that it breaks; `values` fill the rule's sentence. */
export type Finding = Readonly<{
  rule: RuleCode;
  values: Readonly<Record<string, string | number>>;
}>;

/**
 * One sentence for each rule, with places for what was found. The site says the same in the reader's language.
 */
export const RULE_SENTENCES = {
  header:
    'The first line is not that of a record, or its two signed notes do not speak of one tree.',
  form: 'The line is not written in the form of a record.',
  cut: 'The file was cut off: its end is missing.',
  end: 'Something stands behind the end of the file.',
  order: 'The entry stands at {index} of the log, which is not behind the one before it.',
  gap: 'Hashes before {index} of the log are missing, or there are too many.',
  root: 'The entries do not give the tree that is signed: one was changed, added, moved or left out.',
  signature: 'The signature of {key} does not belong to what it stands under.',
  signer:
    'It is signed with {key}, which is not the key that you trust and does not follow from it.',
  cosignature: 'The cosignature of {key} does not belong to the tree that it stands under.',
  stamp_tree:
    'The tree of {size} entries that was stamped is not signed by this log, or the tree of the file does not begin with it.',
  stamp: 'The stamp of time does not hold: {reason}.',
  authority: 'The authority of the stamp is not one that you trust: {reason}.',
  owner: 'The stream {stream} is not one of the user and account that the file names.',
  stranger: 'The stream {stream} is none of those that the file was signed for.',
  sequence:
    'Entry {actual} stands where entry {expected} of the stream belongs: entries are missing or repeated.',
  missing: 'The stream {stream} has {expected} entries, and {actual} of them are here.',
  rewritten:
    'An entry of the earlier file is not here, or is another one: the record was rewritten.',
  body: 'What the entry says ({part}) is not what its hash was made of: it was changed.',
  absent: 'What the entry says is missing, and no deletion on record tells why.',
  deletion: 'What a deletion calls erased is still there.',
  snapshot_hash: 'The snapshot does not have the hash that it was decided under.',
  snapshot: 'The snapshot cannot have been: {reason}.',
  bars: 'The bars cannot have been: {reason}.',
  decided_on: 'The decision does not name the snapshot before it.',
  live: 'The decision is called live, and the time of its bar had been over for {minutes} minutes.',
  verdict: 'The votes give another verdict: {field} is {actual}, the entry says {expected}.',
  checks: 'The risk desk comes to another result: {check} is {actual}, the entry says {expected}.',
  money: 'The parts of the result come to {actual}, the entry says {expected}.',
  r: 'The result over the risk is {actual} R, the entry says {expected} R.',
  side: 'The price went {way}, and the result says the opposite.',
  worth: 'By volume and price the result is about {actual}, the entry says {expected}.',
  corrected: 'The correction says that the trade was otherwise than it is on record.',
  board:
    'The board comes to another figure: {field} of {row} is {actual}, the entry says {expected}.',
  published:
    'The published figures are not those that were signed: they were changed, added or left out.',
  measures:
    'The entries give another figure than was published: {measure} is {actual}, published is {expected}.',
  percent: 'Figures in percent need amounts of money, which their owner withholds.',
  accounts: 'How many accounts the owner has is on record elsewhere: the service says it.',
  time: 'Some entries bear an earlier time than the entry before them: a clock was set back.',
  ahead: 'Some entries bear a later time than the stamp that they existed at: a clock was ahead.',
} as const satisfies Readonly<Record<string, string>>;

export type RuleCode = keyof typeof RULE_SENTENCES;

/** The finding as a sentence in English. */
export function sentenceOf({ rule, values }: Finding): string {
  return RULE_SENTENCES[rule].replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    String(values[name] ?? place),
  );
}
