import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { LANGUAGE } from '@quorate/ui/language';
import { basePathOf, CUSTOMS, LANGUAGES } from '@quorate/values/languages';
import { useLocation } from 'react-router';
import { keepLanguage } from '../lib/kept-language.ts';
import { useHydrated } from '../lib/use-hydrated.ts';

/** The page at hand in every language, each under the name that its readers know it by. */
export function LanguageLinks() {
  const { pathname, search, hash } = useLocation();
  // Built pages know themselves with a slash at the end, which browsers leave out.
  const page = pathname.replace(/(.)\/$/, '$1');
  // The built page knows no query; its first rendering in the browser must be the same.
  const rest = useHydrated() ? `${search}${hash}` : '';
  return (
    <nav aria-label={t`Language`} className="flex flex-wrap gap-x-1">
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={`${basePathOf(language)}${page}${rest}`}
          lang={language}
          hrefLang={language}
          aria-current={language === LANGUAGE ? 'true' : undefined}
          onClick={() => keepLanguage(language)}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-control px-2 hover:text-ink hover:underline',
            language === LANGUAGE ? 'font-medium text-ink' : 'text-muted',
          )}
        >
          {CUSTOMS[language].name}
        </a>
      ))}
    </nav>
  );
}
