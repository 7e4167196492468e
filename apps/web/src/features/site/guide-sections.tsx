import { Disclosure } from '@quorate/ui/disclosure';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import { SectionBody } from './document-blocks.tsx';
import { guide } from './guide.ts';

/** The sections of the guide, closed until one is wanted. */
export function GuideSections() {
  useDeepLink();
  return guide.sections.map((section, index) => (
    <Disclosure
      key={section.id}
      id={section.id}
      title={
        <h2 className="flex items-baseline gap-4 font-serif text-heading font-medium">
          <span aria-hidden="true" className="figures text-tiny text-muted">
            {index + 1}
          </span>
          {section.title}
        </h2>
      }
    >
      <SectionBody section={section} />
    </Disclosure>
  ));
}
