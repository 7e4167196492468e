/** Somewhere one can go: what it is called, where it is, and a word on it. */
export type Entry = Readonly<{ to: string; label: string; note?: string }>;

/** Pages, tabs and settings; `desk` is the dashboard that is shown. */
export function placesOf(desk: '/dashboard' | '/demo'): readonly Entry[] {
  const views: Entry[] = [
    { to: desk, label: 'Overview', note: 'Dashboard' },
    { to: `${desk}?tab=statistics`, label: 'Statistics', note: 'Dashboard' },
    { to: `${desk}?tab=history`, label: 'Trade History', note: 'Dashboard' },
    { to: `${desk}?tab=history&view=decisions`, label: 'Decisions', note: 'Dashboard' },
    {
      to: `${desk}?tab=history&result=win&sort=r`,
      label: 'Best trades by R',
      note: 'Trade History',
    },
    {
      to: `${desk}?tab=history&result=loss&sort=r&order=asc`,
      label: 'Worst trades by R',
      note: 'Trade History',
    },
    { to: `${desk}?tab=history&period=daily`, label: 'Trades of today', note: 'Trade History' },
  ];
  const own: Entry[] = [
    { to: '/dashboard/statement', label: 'Statement', note: 'To print' },
    { to: '/dashboard/security', label: 'Security', note: 'Settings' },
    { to: '/dashboard/security#sign-in', label: 'Password and address', note: 'Settings' },
    { to: '/dashboard/security#two-step', label: 'Two-step sign-in', note: 'Settings' },
    { to: '/dashboard/security#passkeys', label: 'Passkeys', note: 'Settings' },
    { to: '/dashboard/security#sessions', label: 'Signed-in browsers', note: 'Settings' },
    { to: '/dashboard/security#activity', label: 'Account activity', note: 'Settings' },
    { to: '/dashboard#paper-trading', label: 'Paper trading', note: 'Overview' },
    { to: '/dashboard#limits', label: 'Limits', note: 'Overview' },
  ];
  const pages: Entry[] = [
    { to: '/guide', label: 'Guide', note: 'Page' },
    { to: '/pricing', label: 'Pricing', note: 'Page' },
    { to: '/contact', label: 'Contact', note: 'Page' },
    { to: '/developers', label: 'Developers', note: 'Page' },
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
