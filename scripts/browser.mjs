// The browser that tests and benches drive.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'
import { must } from './prepare.mjs'

/**
 * Chromium without windows: a whole one opens a window for each test, whose parts that no test sees cost more processor
 * time (1.2 s) than the page that is tested.
 */
const shell = '/usr/bin/chromium-headless-shell'

const browsers = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the system's browser; undefined where there is none, and Playwright has its own. */
export const systemBrowser = () => browsers.find((path) => existsSync(path))

/**
 * Installs a browser: on Debian as root from its packages, elsewhere the system's or else Playwright's own. An installed
 * browser of another kind is used where the package cannot be had.
 */
export const installBrowser = async () => {
  if (existsSync(shell)) return
  console.log('Installing Chromium …')
  const problem = await installPackages(['chromium-headless-shell', 'fonts-noto-cjk'])
  if (problem) console.error(problem)
  if (!systemBrowser()) await must('Installing Chromium', 'playwright', ['install', 'chromium'])
}
