import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Disclosure } from '@quorate/ui/disclosure';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { questions } from './questions.ts';

export function PricingQuestions() {
  useDeepLink();
  return (
    <section aria-labelledby="questions" className="mx-auto mt-20 max-w-prose">
      <h2 id="questions" className="font-serif text-title font-medium">{t`Questions`}</h2>
      <div className="mt-6">
        {questions.map(({ id, question, answer }) => (
          <Disclosure key={id} id={id} title={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
      </div>
      <p className="mt-8 text-muted">
        <Trans>
          Trading for a group, or in need of something else?{' '}
          <TextLink to="/contact">{t`Contact sales`}</TextLink>
        </Trans>
      </p>
    </section>
  );
}
