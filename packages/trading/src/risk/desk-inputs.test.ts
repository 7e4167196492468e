import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from '@quorate/values/money';
import { instrumentFor } from '../account/instrument.ts';
import { ratesFrom } from '../account/rates.ts';
import { valuationOf } from '../account/valuation.ts';
import { anAccount, anInstrument, USD } from '../testing/builders.ts';
import { aDesk, aPosition, aProposal } from '../testing/desk-context.ts';
import { contextFrom, type DeskInputs, deskInputsOf } from './desk-inputs.ts';
import { askRiskDesk } from './risk-desk.ts';
import type { StandingContext } from './rules.ts';

const [GBP] = [currencyOf('GBP')];

/** A desk for EURGBP in dollars, with or without a rate. */
function inThirdCurrency(rate: boolean): StandingContext {
  const instrument = instrumentFor('EURGBP', 5, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  const quotes = rate ? [{ base: GBP, quote: USD, bid: 1.27, ask: 1.2702 }] : [];
  const valuation = valuationOf(
    instrument,
    USD,
    ratesFrom(() => quotes),
  );
  if (valuation.kind === 'denied') throw new Error(valuation.message);
  return aDesk({ instrument, valuation, quote: { bid: 83_000, ask: 83_015 } });
}

const DESKS: Readonly<Record<string, StandingContext>> = {
  'an order': aDesk(),
  'what is open': aDesk({
    positions: [aPosition({ symbol: 'GBPUSD' })],
    openRisks: [{ base: GBP, quote: USD, side: 'BUY', riskMinor: 20_000 }],
  }),
  'a limit that was met': aDesk({ limits: { ...aDesk().limits, drawdownLatch: 10.1 } }),
  'chosen symbols': aDesk({}, { allowedSymbols: ['GBPUSD'] }),
  'a limit of the broker': aDesk({ instrument: anInstrument({ volumeLimitSteps: 10 }) }),
  'little margin': aDesk({ account: anAccount({ freeMargin: { minor: 1_000, currency: USD } }) }),
  'a third currency': inThirdCurrency(true),
  'a third currency without a rate': inThirdCurrency(false),
};

for (const [name, desk] of Object.entries(DESKS)) {
  test(`the desk answers the same from what it looked at, after a way through JSON: ${name}`, () => {
    const stored = JSON.parse(JSON.stringify(deskInputsOf(desk))) as DeskInputs;
    assert.deepEqual(askRiskDesk(aProposal(), contextFrom(stored)), askRiskDesk(aProposal(), desk));
  });
}

test('with another setting it answers as the desk would have', () => {
  const stored = contextFrom(deskInputsOf(aDesk()));
  const half = { ...stored, settings: { ...stored.settings, riskPercent: 0.5 } };
  assert.deepEqual(
    askRiskDesk(aProposal(), half),
    askRiskDesk(aProposal(), aDesk({}, { riskPercent: 0.5 })),
  );
});

test('what a bot reported that knew fewer settings and limits is asked about as though they were not there', () => {
  const { settings, limits, ...rest } = deskInputsOf(aDesk()) as DeskInputs &
    Record<'settings' | 'limits', Record<string, unknown>>;
  const { maximum_open_positions: _, max_open_positions: __, ...older } = settings;
  const { losses_until: ___, ...remembered } = limits;
  const stored = { ...rest, settings: older, limits: remembered } as DeskInputs;
  assert.deepEqual(
    askRiskDesk(aProposal(), contextFrom(stored)),
    askRiskDesk(aProposal(), aDesk()),
  );
});
