// The browser that tests and benches drive.
import { existsSync } from 'node:fs'
import { has, must, run } from './prepare.mjs'

/**
 * Chromium without windows: a whole one opens a window for each test, whose parts that no test sees cost more processor
 * time (1.2 s) than the page that is tested.
 */
const shell = '/usr/bin/chromium-headless-shell'

const browsers = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the system's browser; undefined where there is none, and Playwright has its own. */
export const systemBrowser = () => browsers.find((path) => existsSync(path))

/**
 * Sees to a browser: on Debian as root from its packages, elsewhere the system's or else Playwright's own. Where the
 * package cannot be had, the installed one is used.
 */
export const installBrowser = async () => {
  if (existsSync(shell)) return
  if (process.getuid?.() === 0 && has('apt-get')) {
    console.log('Installing Chromium …')
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update', '-q'], options)
    const packages = ['chromium-headless-shell', 'fonts-noto-cjk']
    const { code, output } = await run('apt-get', ['install', '-y', '-q', ...packages], options)
    if (code !== 0) console.error(output.trim())
  }
  if (!systemBrowser()) await must('Installing Chromium', 'playwright', ['install', 'chromium'])
}
