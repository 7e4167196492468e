import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const SAID_MS = 3_000;

type CopyButtonProps = { label: string; text: string };

/** Puts a text into the clipboard, and says whether it is there. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t`Copied`);
    } catch {
      // Without https, or where the reader forbids it, there is no clipboard to write to.
      setSaid(t`Copying is not allowed here: select the text instead`);
    }
  };
  return (
    <span className="inline-flex items-center">
      <Button variant="secondary" size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className={said ? 'ms-2.5 text-tiny text-muted' : undefined}>
        {said}
      </span>
    </span>
  );
}
