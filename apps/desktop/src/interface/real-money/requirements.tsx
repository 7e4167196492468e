import { Icon } from '@quorate/ui/icon';
import type { ReactNode } from 'react';
import type { RealMoneyTerms } from '../../contract/real-money.ts';
import { TextLink } from '../lib/text-link.tsx';
import { placesOf } from '../run/places.ts';

type RequirementsProps = { name: string; terms: RealMoneyTerms; atWork: boolean };

/** What stands between a configuration and real money, each met or not. */
export function Requirements({ name, terms, atWork }: RequirementsProps) {
  const { demo_trades: trades, demo_trades_needed: needed } = terms;
  const enough = trades !== null && trades >= needed;
  return (
    <ul aria-label="What is needed" className="border-y border-line">
      <Requirement met={terms.setup_check_passed} title="Setup check passed">
        {terms.setup_check_passed ? (
          'All six items were green when they were looked at last.'
        ) : (
          <>
            All six items have to be green, looked at within the last 24 hours.{' '}
            <TextLink to={placesOf(name).setup}>Go to the setup check</TextLink>
          </>
        )}
      </Requirement>
      <Requirement met={enough} title={`${needed} closed demo trades`} soft>
        {trades === null
          ? 'The service cannot be asked now. You can accept to go on without them, below.'
          : enough
            ? `There are ${trades}.`
            : `There are ${trades} so far. You can accept to go on with so few, below.`}
      </Requirement>
      <Requirement met={!atWork} title="Bot stopped">
        {atWork ? (
          <>
            Stop its bot first. <TextLink to={placesOf(name).run}>Go to {name}</TextLink>
          </>
        ) : (
          'Nothing is traded while you switch.'
        )}
      </Requirement>
    </ul>
  );
}

type RequirementProps = {
  met: boolean;
  title: string;
  /** It may be waived. */
  soft?: boolean;
  children: ReactNode;
};

function Requirement({ met, title, soft = false, children }: RequirementProps) {
  const tone = met ? 'text-gain' : soft ? 'text-warn' : 'text-loss';
  return (
    <li className="flex gap-3 border-b border-line py-3 text-small last:border-b-0">
      <Icon
        name={met ? 'check' : soft ? 'warning' : 'error'}
        label={met ? 'met' : 'not met'}
        className={`mt-0.5 size-5 shrink-0 ${tone}`}
      />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-tiny text-muted">{children}</p>
      </div>
    </li>
  );
}
