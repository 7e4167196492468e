import { t } from '@lingui/core/macro';
import type { Finding, RuleCode } from '@quorate/record/rules';

type Values = Finding['values'];

/** What is wrong, in the reader's language: a sentence for each rule of `RULE_SENTENCES`. */
const SENTENCES: Readonly<Record<RuleCode, (values: Values) => string>> = {
  header: () =>
    t`The first line is not that of a record, or its two signed notes do not speak of one tree.`,
  form: () => t`The line is not written in the form of a record.`,
  cut: () => t`The file was cut off: its end is missing.`,
  end: () => t`Something stands behind the end of the file.`,
  order: ({ index = '' }) =>
    t`The entry stands at ${index} of the log, which is not behind the one before it.`,
  gap: ({ index = '' }) => t`Hashes before ${index} of the log are missing, or there are too many.`,
  root: () =>
    t`The entries do not give the tree that is signed: one was changed, added, moved or left out.`,
  signature: ({ key = '' }) => t`The signature of ${key} does not belong to what it stands under.`,
  signer: ({ key = '' }) =>
    t`It is signed with ${key}, which is not the key that you trust and does not follow from it.`,
  cosignature: ({ key = '' }) =>
    t`The cosignature of ${key} does not belong to the tree that it stands under.`,
  stamp_tree: ({ size = '' }) =>
    t`The tree of ${size} entries that was stamped is not signed by this log, or the tree of the file does not begin with it.`,
  stamp: ({ reason = '' }) => t`The stamp of time does not hold: ${reason}.`,
  authority: ({ reason = '' }) =>
    t`The authority of the stamp is not one that you trust: ${reason}.`,
  owner: ({ stream = '' }) =>
    t`The stream ${stream} is not one of the user and account that the file names.`,
  stranger: ({ stream = '' }) =>
    t`The stream ${stream} is none of those that the file was signed for.`,
  sequence: ({ actual = '', expected = '' }) =>
    t`Entry ${actual} stands where entry ${expected} of the stream belongs: entries are missing or repeated.`,
  missing: ({ stream = '', expected = '', actual = '' }) =>
    t`The stream ${stream} has ${expected} entries, and ${actual} of them are here.`,
  rewritten: () =>
    t`An entry of the earlier file is not here, or is another one: the record was rewritten.`,
  body: ({ part = '' }) =>
    t`What the entry says (${partName(part)}) is not what its hash was made of: it was changed.`,
  absent: () => t`What the entry says is missing, and no deletion on record tells why.`,
  deletion: () => t`What a deletion calls erased is still there.`,
  snapshot_hash: () => t`The snapshot does not have the hash that it was decided under.`,
  snapshot: ({ reason = '' }) => t`The snapshot cannot have been: ${reason}.`,
  bars: ({ reason = '' }) => t`The bars cannot have been: ${reason}.`,
  decided_on: () => t`The decision does not name the snapshot before it.`,
  live: ({ minutes = '' }) =>
    t`The decision is called live, and the time of its bar had been over for ${minutes} minutes.`,
  verdict: ({ field = '', actual = '', expected = '' }) =>
    t`The votes give another verdict: ${field} is ${actual}, the entry says ${expected}.`,
  checks: ({ check = '', actual = '', expected = '' }) =>
    t`The risk desk comes to another result: ${check} is ${actual}, the entry says ${expected}.`,
  money: ({ actual = '', expected = '' }) =>
    t`The parts of the result come to ${actual}, the entry says ${expected}.`,
  r: ({ actual = '', expected = '' }) =>
    t`The result over the risk is ${actual} R, the entry says ${expected} R.`,
  side: ({ way = '' }) => t`The price went ${wayName(way)}, and the result says the opposite.`,
  worth: ({ actual = '', expected = '' }) =>
    t`By volume and price the result is about ${actual}, the entry says ${expected}.`,
  corrected: () => t`The correction says that the trade was otherwise than it is on record.`,
  board: ({ field = '', row = '', actual = '', expected = '' }) =>
    t`The board comes to another figure: ${field} of ${row} is ${actual}, the entry says ${expected}.`,
  published: () =>
    t`The published figures are not those that were signed: they were changed, added or left out.`,
  measures: ({ measure = '', actual = '', expected = '' }) =>
    t`The entries give another figure than was published: ${measure} is ${actual}, published is ${expected}.`,
  percent: () => t`Figures in percent need amounts of money, which their owner withholds.`,
  accounts: () => t`How many accounts the owner has is on record elsewhere: the service says it.`,
  time: () =>
    t`Some entries bear an earlier time than the entry before them: a clock was set back.`,
  ahead: () =>
    t`Some entries bear a later time than the stamp that they existed at: a clock was ahead.`,
};

export function ruleWords({ rule, values }: Finding): string {
  return SENTENCES[rule](values);
}

function partName(part: string | number): string | number {
  switch (part) {
    case 'body':
      return t({ message: 'body', context: 'part of an entry' });
    case 'private':
      return t({ message: 'private', context: 'part of an entry' });
    default:
      return part;
  }
}

function wayName(way: string | number): string | number {
  switch (way) {
    case 'for the trade':
      return t`for the trade`;
    case 'against the trade':
      return t`against the trade`;
    default:
      return way;
  }
}
