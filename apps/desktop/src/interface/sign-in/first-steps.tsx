const STEPS = [
  { name: 'Sign in', what: 'on this computer, once' },
  { name: 'Add a configuration', what: 'for a MetaTrader 5 demo account' },
  { name: 'Setup check', what: 'six items turn green by looking' },
  { name: 'Start Bot', what: 'and watch each decision with its votes' },
] as const;

/** What happens next, for whoever is here for the first time. */
export function FirstSteps() {
  return (
    <ol aria-label="What happens next" className="max-w-[26rem]">
      {STEPS.map(({ name, what }, index) => (
        <li
          key={name}
          className="flex gap-4 border-b border-line py-2.5 text-small last:border-b-0"
        >
          <span className="figures w-4 shrink-0 text-muted">{index + 1}</span>
          <span>
            <b className="font-medium">{name}</b>
            <span className="block text-tiny text-muted">{what}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
