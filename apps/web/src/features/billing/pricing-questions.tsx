import { Disclosure } from '../../ui/disclosure.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const QUESTIONS = [
  {
    question: 'Can I change my plan later?',
    answer: 'Yes. You can change plans at any time, and the change takes effect immediately.',
  },
  {
    question: 'What happens when I exceed my limits?',
    answer:
      'The bot pauses until your next billing cycle begins or you upgrade. It tells you which limit was reached and until when; positions that are open keep their stops and stay managed.',
  },
  {
    question: 'Is there a money-back guarantee?',
    answer: 'Yes. Paid plans come with a 30-day money-back guarantee.',
  },
  {
    question: 'Is there a free plan?',
    answer:
      'Yes. The Free plan costs nothing and needs no card. It is enough to run the bot on a demo account and to see how it decides.',
  },
  {
    question: 'What is a token?',
    answer:
      'The unit in which language models count text. Every analysis costs some; the dashboard shows how many you have used and how many remain.',
  },
] as const;

export function PricingQuestions() {
  return (
    <section aria-labelledby="questions" className="mx-auto mt-20 max-w-prose">
      <h2 id="questions" className="font-serif text-title font-medium">
        Questions
      </h2>
      <div className="mt-6">
        {QUESTIONS.map(({ question, answer }) => (
          <Disclosure key={question} title={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
      </div>
      <p className="mt-8 text-muted">
        Trading for a group, or in need of something else?{' '}
        <TextLink to="/contact">Contact sales</TextLink>
      </p>
    </section>
  );
}
