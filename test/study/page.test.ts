// The page, looked at in Chromium: nothing it needs is outside of it, nothing runs over the edge, and its tables do what
// tables should. Screenshots of it go to build/study.
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { folder } = inject('study');

/** Chromium as the system has it, or as CHROMIUM names it. */
function chromiumPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = folders.flatMap((one) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(one, name)),
  );
  const found = [process.env.CHROMIUM ?? '', ...names].find((path) => path !== '' && existsSync(path));
  if (found === undefined)
    throw new Error('the page is looked at in Chromium: install it, or name it by CHROMIUM');
  return found;
}

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  mkdirSync('build/study', { recursive: true });
});
afterAll(() => browser?.close());

interface Opened {
  readonly page: Page;
  readonly problems: string[];
}

async function open(width: number, colorScheme: 'light' | 'dark'): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, locale: 'en-US' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => /^(?:file|data|blob):/.test(request.url()) || problems.push(request.url()));
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await page.waitForSelector('#roofline .chart svg');
  return { page, problems };
}

const rows = (page: Page, section: string) => page.locator(`#${section} tbody tr`);

describe.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('at %i pixels, %s', (width, scheme) => {
  it('shows every part within its width, and asks nobody for anything', async () => {
    const { page, problems } = await open(width, scheme);
    await page.screenshot({ path: `build/study/report-${width}-${scheme}.png`, fullPage: true });
    expect(problems).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    for (const part of [
      'published',
      'later',
      'rivals',
      'matrix',
      'profile',
      'roofline',
      'plans',
      'provenance',
    ])
      expect(await page.locator(`#${part} h2`).count(), part).toBe(1);
    for (const part of ['published', 'matrix', 'profile', 'roofline']) {
      const box = await page.locator(`#${part} .chart svg`).last().boundingBox();
      expect(box?.width, part).toBeGreaterThan(300);
    }
    await page.close();
  });
});

it('says what is missing, that it is quick and a part, and that the audit passed', async () => {
  const { page } = await open(1440, 'light');
  const badges = await page.locator('.badges').innerText();
  expect(badges).toContain('Audit passed');
  expect(badges).toContain('Quick run');
  expect(badges).toContain('64x256, 17x66');
  expect(await page.locator('#provenance .alert').innerText()).toContain('inductor');
  expect(await page.locator('#published .missing').count()).toBeGreaterThan(7);
  await page.close();
});

it('sorts by a column, either way', async () => {
  const { page } = await open(1440, 'light');
  const times = async () => {
    const texts = await page.locator('#published tbody tr td:nth-child(5)').allInnerTexts();
    return texts.map((text) => parseFloat(text));
  };
  const head = page.locator('#published thead button', { hasText: /^P0/ }).first();
  await head.click();
  const up = await times();
  expect(up).toEqual([...up].sort((a, b) => a - b));
  expect(new Set(up).size).toBeGreaterThan(2);
  await head.click();
  expect(await times()).toEqual([...up].reverse());
  await page.close();
});

it('shows the rows that match a search', async () => {
  const { page } = await open(1440, 'light');
  const all = await rows(page, 'published').count();
  await page.locator('input[type=search]').fill('whole-program v3');
  expect(await rows(page, 'published').count()).toBe(2);
  await page.locator('input[type=search]').fill('no such cell');
  expect(await page.locator('#published figcaption').innerText()).toBe('Nothing matches.');
  await page.locator('input[type=search]').fill('');
  expect(await rows(page, 'published').count()).toBe(all);
  await page.close();
});

it('speaks Chinese, and turns dark', async () => {
  const { page } = await open(1440, 'light');
  await page.locator('#language').click();
  expect(await page.locator('#published h2').innerText()).toBe('已发表的表格');
  expect(await page.evaluate('document.documentElement.lang')).toBe('zh');
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.locator('#theme').click();
  expect(await background()).not.toBe(light);
  await page.locator('#theme').click();
  expect(await background()).toBe(light);
  await page.close();
});
