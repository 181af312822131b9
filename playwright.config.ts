import { defineConfig } from '@playwright/test'
import { systemBrowser } from './scripts/browser.mjs'
import { withFonts } from './test/fonts/sets.ts'

const executablePath = systemBrowser()

/** Each worker reads this file after the set-up has written the fonts and named their folder. */
const fonts = process.env.TEST_FONTS

export default defineConfig({
  // Pages over HTTP, without a browser, and then what needs one.
  projects: [
    { name: 'pages', testDir: 'test/pages' },
    { name: 'browser', testDir: 'test/e2e' },
  ],
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results',
  // Each worker starts a product of its own, on a free port and in a temporary folder.
  workers: 2,
  // A test that passes only the second time is a fault.
  retries: 0,
  fullyParallel: false,
  // The first page of the console alone takes half a minute where the machine is ten times slower.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Without it an act waits as long as its test may take, and a story may take six minutes.
    actionTimeout: 60_000,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The fonts of the machine are nobody's business: a page is laid out alike everywhere.
      ...(fonts && { env: withFonts(fonts, 'linux') }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Text in fractions of a pixel, as phones and the screens of today lay it out.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
