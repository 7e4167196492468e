import { expect, test } from './support/test.ts';

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

test('an answer that comes in pieces ends as its whole, and is kept like any other', async ({
  page,
}) => {
  await page.route('**/api/chat', (route) => {
    expect(route.request().headers().accept).toContain('text/event-stream');
    return route.fulfill({
      contentType: 'text/event-stream',
      body: [
        ': open\n\n',
        event('delta', { text: 'Yes, there is.' }),
        event('delta', { text: ' It is free.' }),
        event('done', { message: 'Yes, there is: /pricing#free-plan' }),
      ].join(''),
    });
  });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await panel.getByLabel('Your message').fill('Is there a free plan?');
  await panel.getByLabel('Your message').press('Enter');
  const answer = panel.locator('[data-role=assistant]');
  await expect(answer).toHaveText('Assistant: Yes, there is: /pricing#free-plan');
  await expect(panel.getByRole('link', { name: '/pricing#free-plan' })).toBeVisible();
  await expect(panel.getByLabel('Your message')).toBeFocused();
  await page.reload();
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  await expect(answer).toHaveText('Assistant: Yes, there is: /pricing#free-plan');
});

test('an answer that nobody wants any more is stopped, and the next message may be sent', async ({
  page,
}) => {
  let asked = 0;
  await page.route('**/api/chat', (route) => {
    asked += 1;
    // The first one is never answered.
    if (asked === 1) return;
    return route.fulfill({ json: { success: true, message: 'Here I am.' } });
  });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  const box = panel.getByLabel('Your message');
  await box.fill('one');
  await box.press('Enter');
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel.getByText('You stopped this answer.')).toBeVisible();
  await expect(panel.locator('[data-role=assistant]')).toHaveCount(0);
  await expect(box).toBeFocused();
  await box.fill('two');
  await box.press('Enter');
  await expect(panel.locator('[data-role=assistant]')).toHaveText('Assistant: Here I am.');
});
