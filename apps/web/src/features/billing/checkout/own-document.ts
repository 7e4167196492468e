const CHECKOUT = /^\/checkout\/?$/;

/**
 * Whether the browser loaded this document as the checkout. The payment provider is allowed by the policy
 * of that document alone, and a page that is reached within the site keeps the policy it came with.
 */
export function isOwnDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  // Older browsers call it "document", and cannot tell; then the loader says what it could not load.
  if (!entry || !URL.canParse(entry.name)) return true;
  return CHECKOUT.test(new URL(entry.name).pathname);
}

/**
 * Lets the browser follow the links of the site, not the router: whatever is left by them leaves the
 * provider's script and its policy behind.
 *
 * @returns takes the listener off again
 */
export function leaveByDocument(): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin) return;
    const { pathname, search } = window.location;
    // A jump within the page, as to its content.
    if (link.pathname === pathname && link.search === search) return;
    event.stopPropagation();
  };
  // Before the router: its listener is on the document.
  window.addEventListener('click', follow, { capture: true });
  return () => window.removeEventListener('click', follow, { capture: true });
}
