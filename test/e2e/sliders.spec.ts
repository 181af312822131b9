import type { Locator } from '@playwright/test'
import { awake, frames, startSlider, still, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

test.beforeEach(async ({ page }) => {
  await withoutPopups(page)
})

/** px between the left edge of what is shown and the left edge of a slide that is shown alone. */
const beside = (viewport: Locator): Promise<number> =>
  viewport.evaluate((element) => {
    const edge = element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft)
    return (element.querySelector('li:not([inert])')?.getBoundingClientRect().left ?? Number.NaN) - edge
  })

test.describe('sliders', () => {
  test('keys, arrows and lines move them, and the count says where one is', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const { section } = await startSlider(page, '핵심 가치')
    const count = section.getByText(/^\d \/ 3$/)
    await section.locator('[data-engine]').focus()
    await page.keyboard.press('ArrowRight')
    await expect(count).toHaveText('2 / 3')
    await page.keyboard.press('ArrowLeft')
    await expect(count).toHaveText('1 / 3')
    await page.keyboard.press('ArrowLeft')
    await expect(count).toHaveText('3 / 3')
    await section.getByRole('button', { name: '다음' }).click()
    await expect(count).toHaveText('1 / 3')
    await section.getByRole('button', { name: '2번째 슬라이드 보기' }).click()
    await expect(count).toHaveText('2 / 3')
    await expect(section.getByRole('button', { name: '2번째 슬라이드 보기' })).toHaveAttribute('aria-current', 'true')
    // Only the slide in sight can be reached and is read.
    await expect(section.locator('li:not([inert])')).toHaveCount(1)
  })

  test('can be dragged', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const { section, viewport } = await startSlider(page, '핵심 가치')
    await still(viewport)
    const box = await viewport.boundingBox()
    if (!box) throw new Error('no slider')
    // Further than half a slide: a drag of more than 300 ms, as on a busy machine, goes on only from there.
    await page.mouse.move(box.x + 1200, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 205, { steps: 8 })
    await page.mouse.up()
    await expect(section.getByText(/^\d \/ 3$/)).toHaveText('2 / 3')
  })

  test('stories end where they end', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const { section } = await startSlider(page, '소식')
    await expect(section.getByRole('button', { name: '이전' })).toBeDisabled()
    for (let step = 0; step < 2; step += 1) await section.getByRole('button', { name: '다음' }).click()
    await expect(section.getByRole('button', { name: '다음' })).toBeDisabled()
    await expect(section.getByText('3 / 3')).toBeVisible()
  })

  test('rest while hovered, focused, touched, hidden or stopped', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    await page.mouse.move(2, 2)
    const { section, region } = await startSlider(page, '핵심 가치')
    const plays = (is: boolean) => expect(region).toHaveAttribute('data-playing', String(is))
    await plays(true)
    await section.locator('[data-engine]').hover()
    await plays(false)
    await page.mouse.move(2, 2)
    await plays(true)
    await section.getByRole('button', { name: '다음' }).focus()
    await plays(false)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await plays(true)
    await region.dispatchEvent('touchstart')
    await plays(false)
    await page.evaluate(() => window.dispatchEvent(new TouchEvent('touchend')))
    await plays(true)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await plays(false)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: false })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await plays(true)
    await section.getByRole('button', { name: '자동 재생 정지' }).click()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.mouse.move(2, 2)
    await frames(page, 10)
    await plays(false)
  })

  for (const [name, count] of [
    ['핵심 가치', 3],
    [/담당 변호사가/, 18],
  ] as const)
    test(`stand at the same slide whatever the window's width: ${name}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1600, height: 900 })
      await page.goto('/')
      await awake(page)
      const { section, viewport } = await startSlider(page, name)
      await section.getByRole('button', { name: '다음' }).click()
      await expect(section.getByText(`2 / ${count}`)).toBeVisible()
      const words = await section.locator('li:not([inert])').textContent()
      for (const width of [1500, 1100, 800, 390, 780, 1030, 1210, 1600]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(async () => {
          await expect(section.getByText(`2 / ${count}`), `${width} px`).toBeVisible({ timeout: 100 })
          await expect(section.locator('li:not([inert])')).toHaveText(words ?? '', { timeout: 100 })
          expect(Math.abs(await beside(viewport)), `${width} px`).toBeLessThan(1)
        }).toPass({ timeout: 3000 })
      }
    })
})
