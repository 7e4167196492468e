const SIGNS = ['scroll', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Resolves when a part of a prerendered page is needed as more than the HTML that it is: at the first sign of a
 * reader, or when it comes into view. At once where nothing is prerendered, and where the address names a place.
 *
 * @param id of the element around the part
 */
export function onceRead(id: string): Promise<void> {
  const box = globalThis.document?.getElementById(id);
  if (!box || window.location.hash !== '' || !('IntersectionObserver' in window))
    return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, done);
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) done();
    });
    observer.observe(box);
    for (const sign of SIGNS) window.addEventListener(sign, done, { passive: true });
  });
}
