import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { SITE } from '../../lib/site.ts';
import './print-alone.css';

type RecoveryCodesProps = { codes: readonly string[]; username: string; onKept: () => void };

/** Shown once: the service keeps only what it can compare them with. */
export function RecoveryCodes({ codes, username, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = `Recovery codes of ${username} at ${SITE.name}`;
  const save = () => {
    const lines = [title, 'Each signs in once, in place of a code of the app.', '', ...codes, ''];
    saveFile(
      `${SITE.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`,
      new Blob([lines.join('\r\n')], { type: 'text/plain' }),
    );
  };
  return (
    <div data-print-alone className="rounded-card border border-line bg-surface p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Keep these recovery codes
      </h3>
      <p className="mt-1 text-small text-muted">
        {title}. Each signs you in once when your app is lost. They are shown only now: keep them
        where your phone is not.
      </p>
      <ul
        aria-label="Recovery codes"
        className="figures mt-4 grid gap-x-8 gap-y-1.5 text-[0.9375rem] select-all xs:grid-cols-2 sm:max-w-96"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2.5 print:hidden">
        <CopyButton label="Copy" text={codes.join('\n')} />
        <Button variant="secondary" size="small" onClick={save}>
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button className="mt-5 print:hidden" onClick={onKept}>
        I have kept them
      </Button>
    </div>
  );
}
