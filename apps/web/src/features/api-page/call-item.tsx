import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Icon } from '@quorate/ui/icon';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Call } from './api-document.ts';
import { CallFacts } from './call-facts.tsx';
import { TryCall } from './try-call.tsx';

const WHO: Readonly<Record<string, string>> = {
  none: 'anyone',
  optional: 'anyone',
  user: 'signed in',
  user_or_device: 'signed in, or a device',
  admin: 'operators',
};

/** One call: closed it says what it does; open, everything about it, and it can be tried. */
export function CallItem({ call, token }: { call: Call; token: string }) {
  const { hash } = useLocation();
  const isMeant = hash === `#${call.name}`;
  const [open, setOpen] = useState(isMeant);
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    if (!isMeant) return;
    setOpen(true);
    document.getElementById(call.name)?.scrollIntoView();
  }, [isMeant, call.name]);
  return (
    <details
      id={call.name}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group scroll-mt-20 border-b border-line first:border-t"
    >
      <summary className="relative flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-sm py-3 pr-9 [&::-webkit-details-marker]:hidden">
        <span className="w-14 shrink-0 font-mono text-tiny font-semibold text-brand">
          {call.method}
        </span>
        <code className="min-w-0 font-mono text-small wrap-anywhere">{call.path}</code>
        <Badge>{WHO[call.auth] ?? call.auth}</Badge>
        <Icon
          name="down"
          className="absolute top-4.5 right-1 size-5 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="basis-full text-small text-muted">{call.summary}</span>
      </summary>
      {open && (
        <div className="grid grid-cols-1 gap-8 pb-8 lg:grid-cols-2">
          <CallFacts call={call} />
          <div>
            <h4 className="mb-3 text-small font-semibold">Try it</h4>
            {trying ? (
              <TryCall call={call} token={token} />
            ) : (
              <Button variant="secondary" size="small" onClick={() => setTrying(true)}>
                Try this call
              </Button>
            )}
          </div>
        </div>
      )}
    </details>
  );
}
