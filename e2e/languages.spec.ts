import type { Page } from '@playwright/test';
import { newPerson } from './support/account.ts';
import { cutText } from './support/cut-text.ts';
import { englishOn } from './support/english.ts';
import { linkIn, newestMail } from './support/mailbox.ts';
import { ACCOUNT_PAGES, PUBLIC_PAGES } from './support/pages.ts';
import { expect, test, withEmptyService } from './support/test.ts';

for (const path of [...PUBLIC_PAGES, ...ACCOUNT_PAGES]) {
  test(`in Spanish, ${path} says nothing in English, and all of it fits on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/es${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.evaluate(() => {
      for (const section of document.querySelectorAll('details')) section.open = true;
    });
    expect.soft(await englishOn(page)).toEqual([]);
    expect.soft(await cutText(page)).toEqual([]);
  });
}

test('the language is changed in the footer, on the same page, and is kept for plain addresses', async ({
  page,
}) => {
  await page.goto('/pricing?from=mail#questions');
  await page.locator('html[data-started]').waitFor();
  const languages = page.getByRole('contentinfo').getByRole('navigation', { name: 'Language' });
  await languages.getByRole('link', { name: 'Español' }).click();
  await page.waitForURL('**/es/pricing?from=mail#questions');
  await expect(page.getByRole('heading', { level: 1, name: 'Precios' })).toBeVisible();
  await page.goto('/about');
  await page.waitForURL('**/es/about');
  await page
    .getByRole('contentinfo')
    .getByRole('navigation', { name: 'Idioma' })
    .getByRole('link', { name: 'English' })
    .click();
  await page.waitForURL(/[^s]\/about$/);
  await page.goto('/es/guide');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('search engines find each page in each language', async ({ page, service }) => {
  await page.goto('/es/pricing');
  const addressOf = (hreflang: string) =>
    page.locator(`link[rel=alternate][hreflang="${hreflang}"]`).getAttribute('href');
  expect(await addressOf('en')).toBe(`${service.url}/pricing`);
  expect(await addressOf('es')).toBe(`${service.url}/es/pricing`);
  expect(await addressOf('x-default')).toBe(`${service.url}/pricing`);
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', `${service.url}/es/pricing`);
  const map = await (await fetch(`${service.url}/sitemap.xml`)).text();
  for (const path of PUBLIC_PAGES) {
    expect(map).toContain(`<loc>${service.url}${path}</loc>`);
    expect(map).toContain(`<loc>${service.url}/es${path}</loc>`);
  }
});

test('an address that is no page leads home in its language', async ({ page }) => {
  await page.goto('/es/no-such-page');
  await page.waitForURL('**/es/');
});

test('in Spanish from sign-up to the dashboard: pages, messages and the mail', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/401|400/);
  await page.setViewportSize({ width: 360, height: 740 });
  const person = newPerson('lucia');
  await page.goto('/es/signup');
  await page.getByLabel(/^Nombre de usuario/).fill(person.username);
  await page.getByLabel(/^Correo/).fill(person.email);
  await page.getByLabel(/^Contraseña/).fill(person.password);
  await page.getByLabel(/^Confirma/).fill(person.password);
  await page.getByRole('main').getByRole('checkbox').check();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Crear/ })
    .click();
  const mail = await newestMail(service.url, person.email);
  expect(`${mail.subject}\n${mail.text}`).toMatch(/Confirma/);
  await page.goto(linkIn(mail, '/verify-email'));
  await expect(page.getByText('Tu correo está verificado.').first()).toBeVisible();
  await page.goto('/es/login');
  await page.getByLabel(/^Usuario o correo/).fill(person.username);
  await page.getByLabel(/^Contraseña/).fill('not the password');
  const enter = page.getByRole('main').getByRole('button', { name: 'Iniciar sesión', exact: true });
  await enter.click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect.soft(await englishOn(page)).toEqual([]);
  await page.getByLabel(/^Contraseña/).fill(person.password);
  await enter.click();
  await page.waitForURL('**/es/dashboard');
  await expect(page.getByRole('tab', { name: 'Resumen' })).toBeVisible();
  expect.soft(await englishOn(page)).toEqual([]);
  for (const name of ['Estadísticas', 'Historial de operaciones']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    expect.soft(await englishOn(page), name).toEqual([]);
    expect.soft(await cutText(page), name).toEqual([]);
  }
  await page.goto('/es/dashboard/security');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect.soft(await englishOn(page)).toEqual([]);
});

test('in Spanish the dashboard of an account that trades says nothing in English', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await withEmptyService(
    async ({ url }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${url}/es/demo`);
      const story = page.locator('a[data-story][href^="/es/demo/decisions/"]').first();
      await expect(async () => {
        await page.goto(`${url}/es/demo?tab=history`);
        await expect(story).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 120_000 });
      for (const place of [
        'tab=overview',
        'tab=statistics&section=summary',
        'tab=statistics&section=charts',
        'tab=statistics&section=measures',
        'tab=statistics&section=simulation',
        'tab=statistics&section=analysts',
        'tab=history',
        'tab=history&view=journal',
      ]) {
        await page.goto(`${url}/es/demo?${place}`, { waitUntil: 'networkidle' });
        await expect(page.getByRole('tabpanel')).toBeVisible();
        expect.soft(await englishOn(page), place).toEqual([]);
        expect.soft(await cutText(page), place).toEqual([]);
      }
      await page.goto(`${url}/es/demo?tab=history`);
      await story.click();
      await expect(page.getByRole('article')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect.soft(await englishOn(page), 'a story').toEqual([]);
      expect.soft(await cutText(page), 'a story').toEqual([]);
      // The service ends before the page does.
      await page.goto('about:blank');
    },
    { DEMO: 'on' },
  );
});

/** Every text 40% longer and with letters of other languages, as a pseudo-locale has it. */
async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const letters: Record<string, string> = { a: 'à', e: 'ë', i: 'ï', o: 'ö', u: 'ü', n: 'ñ' };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (node.parentElement?.closest('script, style, svg, code') || !/\p{L}{2}/u.test(text))
        continue;
      const more = ' öñë twö'
        .repeat(Math.ceil(text.trim().length / 20))
        .slice(0, text.length * 0.4);
      node.textContent = text.replaceAll(/[aeioun]/g, (letter) => letters[letter] ?? letter) + more;
    }
  });
}

for (const path of [...PUBLIC_PAGES, '/signup']) {
  test(`longer words and a language that runs from the right fit on a phone, on ${path}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await page.locator('html[data-started]').waitFor();
    // What is HTML alone so far would be made anew with its own words.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[id$="-rest"] > *')].every((part) =>
        Object.keys(part).some((name) => name.startsWith('__react')),
      ),
    );
    await lengthen(page);
    expect.soft(await cutText(page), 'longer words').toEqual([]);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect.soft(await cutText(page), 'from the right').toEqual([]);
  });
}
