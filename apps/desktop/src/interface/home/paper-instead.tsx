import { t } from '@lingui/core/macro';
import { Panel } from '@quorate/ui/panel';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { useAppState } from '../lib/contexts.tsx';
import { PaperBody, usePaper } from './paper-section.tsx';

/** Play money wherever somebody stands without MetaTrader 5; nothing where they have it, or where it is not offered. */
export function PaperInstead() {
  const { account } = useAppState();
  return account === null ? null : <Offer />;
}

function Offer() {
  const paper = usePaper();
  const [timeZone] = useState(viewerTimeZone);
  // Started here, it says so here.
  if (!paper.hosted || (paper.hasAccounts && paper.done === null)) return null;
  if (paper.hosted.sources.length === 0) return null;
  return (
    <Panel title={t`No MetaTrader 5 yet? Begin with practice money`}>
      <PaperBody paper={paper} timeZone={timeZone} />
    </Panel>
  );
}
