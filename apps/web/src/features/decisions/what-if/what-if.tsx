import type { DecisionReply } from '@quorate/contract/decisions';
import { Button } from '@quorate/ui/button';
import { Spinner } from '@quorate/ui/spinner';
import { useState } from 'react';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { useVoters } from '../decisions.api.ts';
import { StorySection } from '../story-section.tsx';
import { WhatIfForm } from './what-if-form.tsx';

type WhatIfProps = { userId: string; decision: DecisionReply };

/** The decision once more, with other voters or other risk settings. */
export function WhatIf({ userId, decision }: WhatIfProps) {
  const [open, setOpen] = useState(false);
  return (
    <StorySection step={7} title="What if">
      <p className="text-small text-muted">
        Decide on the same snapshot again, with other voters or other risk settings. Nothing of it
        is traded, and the record stays as it is.
      </p>
      {open ? (
        <WithVoters userId={userId} decision={decision} />
      ) : (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Try it
        </Button>
      )}
    </StorySection>
  );
}

function WithVoters({ userId, decision }: WhatIfProps) {
  const voters = useVoters(userId);
  if (voters.data) return <WhatIfForm userId={userId} decision={decision} voters={voters.data} />;
  if (!voters.isError) return <Spinner label="Loading the voters" />;
  return (
    <RetryNotice
      title="Failed to load who votes"
      error={voters.error}
      onRetry={() => void voters.refetch()}
      busy={voters.isFetching}
    />
  );
}
