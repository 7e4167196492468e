import { t } from '@lingui/core/macro';
import { BASE_PATH } from '../../lib/base-path.ts';

/** Below this width the picture of a phone is shown: the same as `sm`. */
const PHONE = '(max-width: 39.99rem)';
const DARK = '(prefers-color-scheme: dark)';

/** The desk in the page's language. */
const PICTURES = `/pictures${BASE_PATH}`;

const SIZES = '(min-width: 72.5rem) 69rem, 92vw';

/**
 * The desk of the live demo, as `npm run pictures:desk` takes it. It follows the system's theme at once and
 * without a script; where the site's own theme is the other one, styles show its twin, which is loaded only then.
 */
export function DeskPicture() {
  return (
    <div className="mt-10 overflow-hidden rounded-card border border-line bg-surface shadow-overlay max-sm:mx-auto max-sm:max-w-[23rem]">
      <Picture system />
      <Picture system={false} />
    </div>
  );
}

function Picture({ system }: { system: boolean }) {
  const [theme, underDark] = system ? ['light', 'dark'] : ['dark', 'light'];
  return (
    <picture data-follows={system ? 'system' : 'choice'}>
      {[
        { name: `phone-${underDark}`, media: `${PHONE} and ${DARK}` },
        { name: `phone-${theme}`, media: PHONE },
        { name: `desk-${underDark}`, media: DARK },
        { name: `desk-${theme}`, media: undefined },
      ].flatMap(({ name, media }) => {
        const isPhone = name.startsWith('phone');
        const size = isPhone ? { width: 780, height: 1_340 } : { width: 2_208, height: 1_380 };
        const large = isPhone ? [] : [`${PICTURES}/${name}-2x.avif 2208w`];
        return [
          <source
            key={`${name}.avif`}
            type="image/avif"
            media={media}
            sizes={SIZES}
            srcSet={[`${PICTURES}/${name}.avif ${isPhone ? 780 : 1_104}w`, ...large].join(', ')}
            {...size}
          />,
          <source
            key={`${name}.webp`}
            type="image/webp"
            media={media}
            srcSet={`${PICTURES}/${name}.webp`}
            {...size}
          />,
        ];
      })}
      <img
        src={`${PICTURES}/desk-${theme}.webp`}
        alt={t`The dashboard of the live demo: the bot’s state, equity with its daily and total limit, the equity curve, open positions and the last decisions.`}
        width={2_208}
        height={1_380}
        decoding="async"
        fetchPriority={system ? 'high' : 'auto'}
        loading={system ? 'eager' : 'lazy'}
        // The frame of the picture for this width, also while that picture is on its way.
        className="block aspect-[780/1340] w-full sm:aspect-[2208/1380]"
      />
    </picture>
  );
}
