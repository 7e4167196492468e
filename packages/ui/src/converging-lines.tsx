type ConvergingLinesProps = { className?: string; moving?: boolean };

const VOICES = ['M2 5c6 0 7 8 13 8', 'M2 13h13', 'M2 21c6 0 7-8 13-8'];

/** The motif: separate voices that converge into one line. */
export function ConvergingLines({ className, moving = false }: ConvergingLinesProps) {
  return (
    <svg
      viewBox="0 0 26 26"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <g strokeWidth="2" opacity={moving ? 0.3 : 1}>
        {VOICES.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      {moving && (
        <g strokeWidth="2" strokeDasharray="1" className="animate-converge">
          {VOICES.map((path) => (
            <path key={path} d={path} pathLength="1" />
          ))}
        </g>
      )}
      <path d="M15 13h9" strokeWidth="3" />
    </svg>
  );
}
