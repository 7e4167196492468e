import { countOf } from '@quorate/ui/format';
import { useState } from 'react';
import { useServiceCalibration } from './calibration.api.ts';
import { CalibrationView } from './calibration-view.tsx';

/** How well each voter does over all users; for operators. */
export function ServiceCalibration() {
  const [symbol, setSymbol] = useState<string | null>(null);
  const calibration = useServiceCalibration(symbol);
  return (
    <section aria-labelledby="service-calibration" className="space-y-6">
      <div>
        <h2 id="service-calibration" className="font-serif text-heading">
          The models
        </h2>
        <p className="mt-1 min-h-[1.5em] max-w-prose text-small text-muted">
          {calibration.data &&
            calibration.data.users > 0 &&
            `Over the known outcomes of ${countOf(calibration.data.users, 'user')}. Nobody’s weights follow from it: your weights come from your own outcomes.`}
        </p>
      </div>
      <CalibrationView
        query={calibration}
        symbol={symbol}
        onSymbol={setSymbol}
        withShares={false}
        empty="No user’s bot has reported an outcome so far."
      />
    </section>
  );
}
