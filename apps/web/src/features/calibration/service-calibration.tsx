import { plural, t } from '@lingui/core/macro';
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
        <h1 id="service-calibration" className="font-serif text-title font-medium">{t`Models`}</h1>
        <p className="mt-1 min-h-[1.5em] max-w-prose text-small text-muted">
          {calibration.data &&
            calibration.data.users > 0 &&
            t`From the known outcomes of ${plural(calibration.data.users, { one: '# user', other: '# users' })}. Outcomes that several accounts have seen alike are the prior of every account’s weights.`}
        </p>
      </div>
      <CalibrationView
        query={calibration}
        symbol={symbol}
        onSymbol={setSymbol}
        withShares={false}
        empty={t`No user’s bot has reported an outcome so far.`}
      />
    </section>
  );
}
