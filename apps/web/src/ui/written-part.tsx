import { type ComponentType, type ReactNode, useState } from 'react';
import { latePart } from '../lib/late-part.tsx';
import { useHydrated } from '../lib/use-hydrated.ts';

/** One object: React would write another one into the page, and there it stands already. */
const AS_IT_IS = { __html: '' };

/**
 * A part of a page that is only read. Where the page was loaded, its HTML stays as it is and its words are no
 * script; where the reader came from another page of the site, its code is sent for.
 *
 * @param here the part while pages are written, undefined in browsers: `import.meta.env.SSR ? … : undefined`
 * @param load sends for it
 * @param place what stands there until it has come
 * @param missing what is said where it does not come
 */
export function writtenPart(
  here: ComponentType | undefined,
  load: () => Promise<ComponentType>,
  { place, missing }: Readonly<{ place: ReactNode; missing: string }>,
): ComponentType {
  const { Part } = latePart(load, place, missing);
  return function WrittenPart() {
    const isHydrated = useHydrated();
    // Of the first time it is drawn: only then the HTML may stand there already.
    const [isWritten] = useState(!isHydrated);
    const Here = here;
    if (Here)
      return (
        <div>
          <Here />
        </div>
      );
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, the HTML of the page stays.
    if (isWritten) return <div suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />;
    return (
      <div>
        <Part />
      </div>
    );
  };
}
