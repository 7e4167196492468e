import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Disclosure } from '@quorate/ui/disclosure';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { QUESTION_GROUPS, questionsOf } from './questions.ts';

export function PricingQuestions() {
  useDeepLink();
  return (
    <section aria-labelledby="questions" className="mx-auto mt-20 max-w-prose">
      <h2
        id="questions"
        className="scroll-mt-24 font-serif text-title font-medium"
      >{t`Questions`}</h2>
      {QUESTION_GROUPS.map(({ title, ids }) => (
        <div key={title} className="mt-8">
          <h3 className="mb-3 font-semibold">{title}</h3>
          <QuestionList ids={ids} />
        </div>
      ))}
      <p className="mt-8 text-muted">
        <Trans>
          Trading for a group, or in need of something else?{' '}
          <TextLink to="/contact">{t`Contact sales`}</TextLink>
        </Trans>
      </p>
    </section>
  );
}

/** Questions whose answers open; each is an address of its own. */
export function QuestionList({ ids }: { ids: readonly string[] }) {
  return questionsOf(ids).map(({ id, question, answer }) => (
    <Disclosure key={id} id={id} title={question}>
      <p>{answer}</p>
    </Disclosure>
  ));
}
