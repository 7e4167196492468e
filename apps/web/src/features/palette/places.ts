import { t } from '@lingui/core/macro';
/** Somewhere one can go: what it is called, where it is, and a word on it. */
export type Entry = Readonly<{ to: string; label: string; note?: string }>;

/** Pages, tabs and settings; `desk` is the dashboard that is shown. */
export function placesOf(desk: '/dashboard' | '/demo'): readonly Entry[] {
  const views: Entry[] = [
    { to: desk, label: t`Overview`, note: t`Dashboard` },
    { to: `${desk}?tab=statistics`, label: t`Statistics`, note: t`Dashboard` },
    { to: `${desk}?tab=history`, label: t`Trade History`, note: t`Dashboard` },
    { to: `${desk}?tab=history&view=decisions`, label: t`Decisions`, note: t`Dashboard` },
    {
      to: `${desk}?tab=history&result=win&sort=r`,
      label: t`Best trades by R`,
      note: t`Trade History`,
    },
    {
      to: `${desk}?tab=history&result=loss&sort=r&order=asc`,
      label: t`Worst trades by R`,
      note: t`Trade History`,
    },
    { to: `${desk}?tab=history&period=daily`, label: t`Trades of today`, note: t`Trade History` },
  ];
  const own: Entry[] = [
    { to: '/dashboard/statement', label: t`Statement`, note: t`To print` },
    { to: '/dashboard/security', label: t`Security`, note: t`Settings` },
    { to: '/dashboard/security#sign-in', label: t`Password and address`, note: t`Settings` },
    { to: '/dashboard/security#two-step', label: t`Two-step sign-in`, note: t`Settings` },
    { to: '/dashboard/security#passkeys', label: t`Passkeys`, note: t`Settings` },
    { to: '/dashboard/security#sessions', label: t`Signed-in browsers`, note: t`Settings` },
    { to: '/dashboard/security#activity', label: t`Account activity`, note: t`Settings` },
    { to: '/dashboard#paper-trading', label: t`Paper trading`, note: t`Overview` },
    { to: '/dashboard#limits', label: t`Limits`, note: t`Overview` },
  ];
  const pages: Entry[] = [
    { to: '/guide', label: t`Guide`, note: t`Page` },
    { to: '/pricing', label: t`Pricing`, note: t`Page` },
    { to: '/contact', label: t`Contact`, note: t`Page` },
    { to: '/developers', label: t`Developers`, note: t`Page` },
    { to: '/verify', label: t`Verify a record`, note: t`Page` },
    { to: '/models', label: t`Board of models`, note: t`Page` },
  ];
  return desk === '/demo' ? [...views, ...pages] : [...views, ...own, ...pages];
}

/** Places whose names hold every word that was typed, those that begin with it first. */
export function matching(places: readonly Entry[], typed: string): readonly Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return places;
  const isStart = ({ label }: Entry) => label.toLowerCase().startsWith(words.join(' '));
  return places
    .filter(({ label, note = '' }) =>
      words.every((word) => `${label} ${note}`.toLowerCase().includes(word)),
    )
    .toSorted((a, b) => Number(isStart(b)) - Number(isStart(a)));
}
