import type { Page } from '@playwright/test';

/**
 * What a reader could not read: sideways scrolling of the page or of a dialog, text that runs out of its
 * control, text in a box that hides what does not fit, and controls that lie on each other. A line that
 * ends in an ellipsis on purpose is left out.
 */
export function cutText(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter(
        (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(ends.map((animation) => animation.finished));
    const nameOf = (element: Element) => {
      const words = element.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40);
      return `<${element.tagName.toLowerCase()}> "${words}"`;
    };
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const drawn =
        width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      return drawn && element.closest('[aria-hidden="true"]') === null;
    };
    const found: string[] = [];
    for (const box of [
      document.documentElement,
      ...document.querySelectorAll('dialog[open], [role=dialog]'),
    ]) {
      const over = box.scrollWidth - box.clientWidth;
      if (over > 0) found.push(`sideways scrolling of ${nameOf(box)}: ${over} px`);
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const ownText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const control = element.matches('a, button, summary, label, input, select');
      if (!(ownText || control) || !isShown(element)) continue;
      const style = getComputedStyle(element);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue;
      if (style.display === 'inline' || style.clipPath !== 'none' || element.closest('svg'))
        continue;
      const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto';
      const over = element.scrollWidth - element.clientWidth;
      const under = element.scrollHeight - element.clientHeight;
      if ((hides || control) && over > 1 && element.clientWidth > 0)
        found.push(`${nameOf(element)} is ${over} px too wide`);
      if ((hides || control) && under > 2 && element.clientHeight > 0 && style.overflowY !== 'auto')
        found.push(`${nameOf(element)} is ${under} px too tall`);
      const { left, right } = element.getBoundingClientRect();
      const scrolls = element.closest('[class*="overflow-x-auto"]') !== null;
      if (!scrolls && (left < -1 || right > document.documentElement.clientWidth + 1))
        found.push(`${nameOf(element)} reaches out of the page`);
    }
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('main');
    const controls = [...(scope?.querySelectorAll('a, button, summary') ?? [])].filter(isShown);
    for (const [at, one] of controls.entries()) {
      const stays = one.closest('[data-at-foot]');
      for (const other of controls.slice(at + 1)) {
        // What is below a bar that stays on the screen is scrolled to.
        if (other.closest('[data-at-foot]') !== stays) continue;
        // A link that goes on in the next line has a box for each line.
        const covers = [...one.getClientRects()].some((a) =>
          [...other.getClientRects()].some((b) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            return across > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
          }),
        );
        if (covers) found.push(`${nameOf(one)} lies on ${nameOf(other)}`);
      }
    }
    return found;
  });
}
