import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useArrival } from '../../lib/use-arrival.ts';
import { useCalibration } from './calibration.api.ts';
import { CalibrationView } from './calibration-view.tsx';
import { PanelRecordSection } from './panel-record.tsx';

/** What the analysts have shown: on one market as a panel, then each by the user's own decisions. */
export function CalibrationPanel({ userId }: { userId: string }) {
  return (
    <>
      <PanelRecordSection userId={userId} />
      <VoterRecords userId={userId} />
    </>
  );
}

/** How well each voter knows what it says, by the outcomes of the user's own decisions. */
function VoterRecords({ userId }: { userId: string }) {
  const [symbol, setSymbol] = useState<string | null>(null);
  const calibration = useCalibration(userId, symbol);
  const title = useArrival('calibration', calibration.data !== undefined);
  return (
    <section
      aria-labelledby="calibration"
      className="drawn-when-near mt-8 space-y-6 border-t border-line pt-6"
    >
      <div>
        <h2
          ref={title}
          id="calibration"
          className="font-serif text-heading"
        >{t`Who votes, and how well`}</h2>
        <p className="mt-1 max-w-prose text-small text-muted">{t`Each vote says how likely price rises by one ATR before it falls by one. When that is known, the vote is held to it. From your own decisions alone, whatever the filter above.`}</p>
      </div>
      <CalibrationView
        query={calibration}
        symbol={symbol}
        onSymbol={setSymbol}
        withShares
        empty={t`An outcome is known when price has moved one ATR up or down from the close that was decided on: mostly within ten bars, and never later than 100. Votes to hold count, too.`}
      />
    </section>
  );
}
