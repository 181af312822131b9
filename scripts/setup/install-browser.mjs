// Browser for tests and benches.
import { existsSync } from 'node:fs'
import { installDebianPackages } from './install-debian-packages.mjs'
import { runOrExit } from './prepare-product.mjs'

/**
 * Headless Chromium. The full browser opens a window for each test, whose interface costs more CPU time (1.2 s) than
 * the page under test.
 */
const shell = '/usr/bin/chromium-headless-shell'

const browsers = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the system's browser; undefined if there is none, and Playwright then uses its own. */
export const findSystemBrowser = () => browsers.find((path) => existsSync(path))

/**
 * Installs a browser: as root on Debian from its packages, elsewhere Playwright's own unless the system has one. Falls
 * back to another installed browser if the package is unavailable.
 */
export const installBrowser = async () => {
  if (existsSync(shell)) return
  console.log('Installing Chromium …')
  const problem = await installDebianPackages(['chromium-headless-shell', 'fonts-noto-cjk'])
  if (problem) console.error(problem)
  if (!findSystemBrowser()) await runOrExit('Installing Chromium', 'playwright', ['install', 'chromium'])
}
