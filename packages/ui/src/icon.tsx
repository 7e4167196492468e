const PATHS = {
  info: 'M12 11v6M12 7.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  check: 'M7.5 12.5l3 3 6-7M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  warning:
    'M12 9.5v4.5M12 17.2v.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  error: 'M15 9l-6 6M9 9l6 6M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  close: 'M18 6 6 18M6 6l12 12',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'M5.5 9 12 15.5 18.5 9',
  up: 'M5.5 15.5 12 9l6.5 6.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5Z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  'eye-off':
    'M4 4l16 16M9.9 5.7A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6.2 7.3A15.4 15.4 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-.9M10 10a3 3 0 0 0 4 4',
  sun: 'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  trade: 'M4 5h16v12H4zM9 21h6M12 17v4M8 13l2.5-3 2.5 3 3.5-4.5',
  shield: 'M12 3l8 3.5v5c0 5-3.5 8.2-8 9.8-4.5-1.6-8-4.8-8-9.8v-5ZM8.5 12l2.5 2.5 4.5-5',
  chart: 'M4 20h16M7 16v-5M12 16V5M17 16V8',
  mail: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  chat: 'M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-4.5 3.5V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM8 10h8M8 13h5',
  trash: 'M5 7h14M10 4h4M7 7l.8 12h8.4L17 7M10.5 11v4.5M13.5 11v4.5',
  phone:
    'M6 3.5h3.5L11 8 8.8 9.6a12 12 0 0 0 5.6 5.6L16 13l4.5 1.5V18a2.5 2.5 0 0 1-2.7 2.5A16.5 16.5 0 0 1 3.5 6.2 2.5 2.5 0 0 1 6 3.5Z',
  place:
    'M12 21s7-6.2 7-11.2A7 7 0 0 0 5 9.8C5 14.8 12 21 12 21ZM14.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
} as const;

export type IconName = keyof typeof PATHS;

type IconProps = {
  name: IconName;
  className?: string;
  /** Read out instead of the drawing; without it the icon is decoration. */
  label?: string;
};

export function Icon({ name, className = 'size-5', label }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
      className={className}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
