const NETWORKS = [
  { name: 'X', path: 'M5 4.5 19 19.5M19 4.5 5 19.5' },
  {
    name: 'LinkedIn',
    path: 'M6 10v8M6 6.2v.01M10.5 18v-8M10.5 13.5c0-2.2 1.3-3.5 3.3-3.5s3.2 1.3 3.2 3.5V18',
  },
  {
    name: 'YouTube',
    path: 'M3.5 7.5c0-1 .8-1.8 1.8-1.8h13.4c1 0 1.8.8 1.8 1.8v9c0 1-.8 1.8-1.8 1.8H5.3c-1 0-1.8-.8-1.8-1.8ZM10.2 9.3v5.4l4.4-2.7Z',
  },
] as const;

/** Placeholders: there are no such pages to lead to yet, so they are no links. */
export function SocialIcons() {
  return (
    <ul className="mt-4 flex gap-4 text-muted/70" aria-label="Social media, coming later">
      {NETWORKS.map(({ name, path }) => (
        <li key={name} title={`${name}: not available yet`}>
          <svg
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="size-5"
            role="img"
            aria-label={name}
          >
            <path d={path} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
