import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import type { PushAbility } from './this-browser.ts';

const CANNOT: Record<Exclude<PushAbility, 'ready'>, { title: string; words: string }> = {
  denied: {
    title: 'This browser blocks notices from this site',
    words: 'Allow notifications for this site in the browser’s settings, then reload this page.',
  },
  home_screen: {
    title: 'Put this site on your home screen first',
    words:
      'An iPhone or iPad shows notices only of sites that are there: tap Share, then Add to Home Screen, and open this page from its icon.',
  },
  unsupported: {
    title: 'This browser takes no notices',
    words:
      'Mail reaches you all the same. Current versions of Chrome, Edge, Firefox and Safari do.',
  },
};

type ThisBrowserPartProps = {
  ability: PushAbility;
  busy: boolean;
  onAdd: () => void;
};

/** Has notices sent to the browser at hand, or says why it cannot be. */
export function ThisBrowserPart({ ability, busy, onAdd }: ThisBrowserPartProps) {
  if (ability !== 'ready')
    return (
      <Notice className="mt-4" title={CANNOT[ability].title}>
        {CANNOT[ability].words}
      </Notice>
    );
  return (
    <div className="mt-4">
      <Button variant="secondary" size="small" busy={busy} onClick={onAdd}>
        Notify me in this browser
      </Button>
      <p className="mt-1.5 text-tiny text-muted">The browser then asks whether it may.</p>
    </div>
  );
}
