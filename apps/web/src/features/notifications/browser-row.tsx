import type { PushBrowser } from '@quorate/contract/notifications';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { SettingRow } from '@quorate/ui/setting-row';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';

type BrowserRowProps = {
  browser: PushBrowser;
  isHere: boolean;
  busy: boolean;
  onTest: () => void;
  onRemove: () => void;
};

/** A browser that takes notices. */
export function BrowserRow({ browser, isHere, busy, onTest, onRemove }: BrowserRowProps) {
  const { name, created_at: since } = browser;
  return (
    <SettingRow
      title={
        <>
          {name}
          {isHere && <Badge tone="brand">This browser</Badge>}
        </>
      }
      action={
        <>
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            aria-label={`Send a test to ${name}`}
            onClick={onTest}
          >
            Send a test
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </>
      }
    >
      Takes notices since <time dateTime={since}>{formatTime(since, viewerTimeZone())}</time>
    </SettingRow>
  );
}
