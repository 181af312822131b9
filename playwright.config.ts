import { defineConfig } from '@playwright/test'
import { findSystemBrowser } from './scripts/setup/install-browser.mjs'
import { withFonts } from './test/fonts/font-sets.ts'

const executablePath = findSystemBrowser()

/** Path of the test fonts, set by the global setup before the workers read this file. */
const fonts = process.env.TEST_FONTS

export default defineConfig({
  // The page tests over plain HTTP run before the tests that need a browser.
  projects: [
    { name: 'pages', testDir: 'test/pages' },
    { name: 'browser', testDir: 'test/e2e' },
  ],
  globalSetup: './test/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  // Each worker starts its own product on a free port with a temporary folder.
  workers: 2,
  // A test that passes only on retry counts as a failure.
  retries: 0,
  fullyParallel: false,
  // On a machine ten times slower, the first page of the console alone takes 30 s.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Without this limit an action waits as long as its test may take, up to six minutes.
    actionTimeout: 60_000,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Use the same fonts on every machine, so that the layout is identical.
      ...(fonts && { env: withFonts(fonts, 'linux') }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Subpixel text layout, as on phones and current screens.
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
