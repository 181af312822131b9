// Takes the pictures of the manuals of Match from the built product with its demonstration, in each language:
// node scripts/manual-pictures.mjs [seller-4 buyer-3 …]
// The fair of the demonstration begins with the hour: in the morning of Seoul its times are those of an office.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { systemBrowser } from './browser.mjs'
import { nodeFlags, product, root } from './prepare.mjs'

const wanted = process.argv.slice(2)
const prefixes = { ko: '', en: '/en', cn: '/cn' }
const size = { width: 760, height: 640 }

const folder = mkdtempSync(join(tmpdir(), 'daecheong-manual-'))
const child = spawn(process.execPath, [...nodeFlags, product], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: folder },
})
const url = await new Promise((resolve, reject) => {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      const port = /ready at http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port) resolve(`http://localhost:${port}`)
    })
  child.on('exit', () => reject(new Error(`It ended before it was ready.\n${said}`)))
})

const accounts = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8'))
const ask = async (path, authorization) => {
  const answer = await fetch(url + path, { headers: { authorization } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}
const sessionOf = async (username) => {
  const { password } = accounts.find((one) => one.username === username)
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const { refreshToken } = await ask('/api/auth/refreshToken', `Basic ${basic}`)
  const { accessToken } = await ask('/api/auth/accessToken', `Bearer ${refreshToken}`)
  return { refreshToken, accessToken, username }
}
const sessions = { seller: await sessionOf('company'), buyer: await sessionOf('buyer') }
const mine = async (side, path) => ask(`/api/v1/me/${path}`, `Bearer ${sessions[side].accessToken}`)
const { matchings: received } = await mine('seller', 'matchings')
const { matchings: sent } = await mine('buyer', 'matchings')
const fair = (await mine('buyer', 'fairs')).fairs.find((part) => part.fair.phase === 'ongoing')?.fair._id
const first = (list, state) => list.find((one) => one.state === state && one.fair._id === fair)?._id
const { sellers } = await ask(`/api/v1/fairs/${fair}/sellers`, '')

/** What each step shows: a page, who sees it, whether from its title on, and which day of a fair of three is open. */
const pictures = {
  'seller-1': { path: '/match/join/seller' },
  'seller-2': { path: '/me/products', side: 'seller', isScrolled: true },
  'seller-3': { path: '/me/fairs', side: 'seller', isScrolled: true },
  'seller-4': { path: `/me/matchings/${first(received, 'requested')}/schedules`, side: 'seller', day: 1 },
  'seller-5': { path: '/me/matchings', side: 'seller' },
  'buyer-1': { path: '/match/join/buyer' },
  'buyer-2': { path: '/me/fairs', side: 'buyer', isScrolled: true },
  'buyer-3': { path: `/me/schedule/${fair}`, side: 'buyer' },
  'buyer-4': { path: `/match/fairs/${fair}/sellers/${sellers[0]._id}`, side: 'buyer' },
  'buyer-5': {
    path: `/me/matchings/${sent.find(({ state }) => state === 'held')?._id}`,
    side: 'buyer',
    isScrolled: true,
  },
}

const executablePath = systemBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
try {
  for (const [name, { path, side, day, isScrolled }] of Object.entries(pictures))
    for (const [locale, prefix] of Object.entries(prefixes)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const context = await browser.newContext({
        viewport: size,
        deviceScaleFactor: 1.5,
        timezoneId: 'Asia/Seoul',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto(`${url}/robots.txt`)
      if (side) await page.evaluate((kept) => Object.assign(sessionStorage, kept), sessions[side])
      await page.goto(url + prefix + path)
      // Members' pages keep a line open: they never fall silent.
      await page.locator('h1:visible, h2:visible').first().waitFor()
      await page.waitForTimeout(2500)
      await page.evaluate(() => document.fonts.ready)
      // Below the bar that stays at the edge.
      if (isScrolled)
        await page
          .locator('main h1')
          .first()
          .evaluate((title) => scrollTo(0, title.getBoundingClientRect().top + scrollY - 104))
      if (day) await page.locator('button[aria-pressed]:has(b)').nth(day).click()
      await page.waitForTimeout(500)
      const file = join(root, 'src/match/site/guide/shots', `${name}.${locale}.webp`)
      await sharp(await page.screenshot())
        .webp({ quality: 78, effort: 6 })
        .toFile(file)
      console.log(file.slice(root.length))
      await context.close()
    }
} finally {
  await browser.close()
  child.kill('SIGINT')
  await new Promise((resolve) => child.on('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
