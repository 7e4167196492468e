import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { useId } from 'react';
import { Link } from 'react-router';
import { useAppState } from '../lib/contexts.tsx';
import { OutsideLink, servicePage } from '../lib/links.tsx';

/** Adds one more; at the plan's limit it cannot be pressed, and the reason stands beside it. */
export function AddConfiguration({ isLead = true }: { isLead?: boolean }) {
  const { app, add_configuration: add } = useAppState();
  const reason = useId();
  const variant = isLead ? 'primary' : 'secondary';
  if (add.allowed) {
    return (
      <Link to="/add-configuration" className={buttonClass(variant)}>{t`Add Configuration`}</Link>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p id={reason} className="max-w-[22rem] text-tiny text-muted">
        {add.reason}{' '}
        <OutsideLink href={servicePage(app.service, '/pricing')}>{t`See plans`}</OutsideLink>
      </p>
      <Button variant={variant} disabled aria-describedby={reason}>{t`Add Configuration`}</Button>
    </div>
  );
}
