// Takes the screenshots for the Match guides from the built product with its demonstration, in each language:
// npx node scripts/docs/take-guide-screenshots.mjs [seller-4 buyer-3 …]
// The demonstration's fair starts at the current hour: run it in the morning, Seoul time, to get office hours.
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { beginSession } from '../../test/e2e/support/product-fixture.ts'
import { logIn, startApplication } from '../../test/server/start-application.ts'
import { findSystemBrowser } from '../setup/install-browser.mjs'
import { root } from '../setup/prepare-product.mjs'

const wanted = process.argv.slice(2)
const prefixes = { ko: '', en: '/en', cn: '/cn' }
const size = { width: 760, height: 640 }

const executablePath = findSystemBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
const application = await startApplication()
try {
  const { url } = application
  const users = { seller: 'company', buyer: 'buyer' }
  const headers = { seller: await logIn(application, users.seller), buyer: await logIn(application, users.buyer) }
  const ask = async (path, sent = {}) => {
    const answer = await fetch(url + path, { headers: sent })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.json()
  }
  const mine = (side, path) => ask(`/api/v1/me/${path}`, headers[side])
  const { matchings: received } = await mine('seller', 'matchings')
  const { matchings: sent } = await mine('buyer', 'matchings')
  const fair = (await mine('buyer', 'fairs')).fairs.find((part) => part.fair.phase === 'ongoing')?.fair._id
  const asked = received.find((one) => one.state === 'requested' && one.fair._id === fair)?._id
  const held = sent.find(({ state }) => state === 'held')?._id
  const { sellers } = await ask(`/api/v1/fairs/${fair}/sellers`)

  /**
   * Each step of the guides: the page, who is logged in, whether to scroll to its title, and which day of a three-day
   * fair is open.
   */
  const pictures = {
    'seller-1': { path: '/match/join/seller' },
    'seller-2': { path: '/me/products', side: 'seller', isScrolled: true },
    'seller-3': { path: '/me/fairs', side: 'seller', isScrolled: true },
    'seller-4': { path: `/me/matchings/${asked}/schedules`, side: 'seller', day: 1 },
    'seller-5': { path: '/me/matchings', side: 'seller' },
    'buyer-1': { path: '/match/join/buyer' },
    'buyer-2': { path: '/me/fairs', side: 'buyer', isScrolled: true },
    'buyer-3': { path: `/me/schedule/${fair}`, side: 'buyer' },
    'buyer-4': { path: `/match/fairs/${fair}/sellers/${sellers[0]._id}`, side: 'buyer' },
    'buyer-5': {
      path: `/me/matchings/${held}`,
      side: 'buyer',
      isScrolled: true,
    },
  }

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
      if (side) await beginSession(page, application, users[side])
      await page.goto(url + prefix + path)
      // Member pages keep an event stream open, so the network never becomes idle.
      await page.locator('h1:visible, h2:visible').first().waitFor()
      await page.waitForTimeout(2500)
      await page.evaluate(() => document.fonts.ready)
      // Scroll below the sticky header.
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
  await application.stop()
}
