import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PROVENANCES, type Provenance, provenanceOf, type TradeOrigin } from './provenance.ts';

const REAL: TradeOrigin = {
  imported: false,
  paper: false,
  accountType: 'real',
  decision: { clockClass: 'live', grade: 'agreed' },
  fillOutside: false,
  marketShut: false,
};
const live = (grade: 'agreed' | 'alone' | 'contradicted') =>
  ({ clockClass: 'live', grade }) as const;

const CASES: [Provenance, Partial<TradeOrigin>][] = [
  ['real-agreed', {}],
  ['real-alone', { decision: live('alone') }],
  ['real-alone', { decision: null }],
  ['real-alone', { decision: { clockClass: null, grade: null } }],
  ['demo-agreed', { accountType: 'demo' }],
  ['demo-alone', { accountType: 'unknown', decision: live('alone') }],
  ['paper-live', { paper: true, accountType: 'demo', decision: live('alone') }],
  ['paper-replayed', { paper: true, decision: { clockClass: 'replayed', grade: 'alone' } }],
  ['practice', { paper: true, decision: null }],
  ['imported', { imported: true, decision: null }],
  ['contradicted', { decision: live('contradicted') }],
  ['contradicted', { paper: true, decision: live('contradicted') }],
  ['contradicted', { fillOutside: true }],
  ['contradicted', { marketShut: true }],
  ['contradicted', { paper: true, marketShut: true }],
  ['practice', { accountType: 'practice', marketShut: true }],
  ['imported', { imported: true, marketShut: true }],
];

it('a trade’s provenance follows from its account, its import and its decision’s grades', () => {
  for (const [provenance, origin] of CASES)
    assert.equal(provenanceOf({ ...REAL, ...origin }), provenance, JSON.stringify(origin));
  assert.deepEqual(new Set(CASES.map(([provenance]) => provenance)), new Set(PROVENANCES));
});
