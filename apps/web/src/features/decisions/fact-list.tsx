import { Icon } from '../../ui/icon.tsx';

export type Fact = { label: string; value: string; pass?: boolean };

/** Figures with the rule's answer beside them, as a tick or a cross. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-6 text-tiny xs:grid-cols-2">
      {facts.map(({ label, value, pass }) => (
        <div
          key={label}
          className="flex items-baseline justify-between gap-3 border-b border-dashed border-line py-1.5"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="figures inline-flex items-center gap-1 whitespace-nowrap font-medium">
            {value}
            {pass !== undefined && (
              <Icon
                name={pass ? 'check' : 'error'}
                label={pass ? 'passed' : 'refused'}
                className={`size-3.5 ${pass ? 'text-gain' : 'text-loss'}`}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
