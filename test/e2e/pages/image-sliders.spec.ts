import type { Locator } from '@playwright/test'
import {
  blockPopups,
  startSlider,
  waitForFrames,
  waitForHydration,
  waitForStablePosition,
} from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

test.beforeEach(async ({ page }) => {
  await blockPopups(page)
})

/** Distance in px between the left edges of the viewport and of a slide that is shown alone. */
const offsetOfSlide = (viewport: Locator): Promise<number> =>
  viewport.evaluate((element) => {
    const edge = element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft)
    return (element.querySelector('li:not([inert])')?.getBoundingClientRect().left ?? Number.NaN) - edge
  })

test('moves a slider by keys, arrows, pagination lines, dragging and automatically, but not during interaction', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.mouse.move(2, 2)
  const { section, viewport, region } = await startSlider(page, '핵심 가치')
  const count = section.getByText(/^\d \/ 3$/)

  await test.step('keys, arrows and pagination lines move it, and the count follows', async () => {
    await viewport.focus()
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
    // Only the visible slide is focusable and exposed to screen readers.
    await expect(section.locator('li:not([inert])')).toHaveCount(1)
  })

  await test.step('it can be dragged', async () => {
    await waitForStablePosition(viewport.locator('li').first())
    const box = await viewport.boundingBox()
    if (!box) throw new Error('no slider')
    // Drag further than half a slide: a drag over 300 ms, as on a busy machine, advances only beyond that.
    await page.mouse.move(box.x + 1200, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 205, { steps: 8 })
    await page.mouse.up()
    await expect(count).toHaveText('3 / 3')
  })

  const movePointerAway = async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.mouse.move(2, 2)
  }
  const plays = (is: boolean) => expect(region).toHaveAttribute('data-playing', String(is))

  await test.step('it pauses while hovered, focused, touched or hidden', async () => {
    await movePointerAway()
    await plays(true)
    await viewport.hover()
    await plays(false)
    await page.mouse.move(2, 2)
    await plays(true)
    await section.getByRole('button', { name: '다음' }).focus()
    await plays(false)
    await movePointerAway()
    await plays(true)
    await region.dispatchEvent('touchstart')
    await plays(false)
    await page.evaluate(() => window.dispatchEvent(new TouchEvent('touchend')))
    await plays(true)
    for (const hidden of [true, false]) {
      await page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
      await plays(!hidden)
    }
  })

  await test.step('it advances automatically, with a shortened delay', async () => {
    await viewport.hover()
    await plays(false)
    const before = (await count.textContent()) ?? ''
    await viewport.evaluate((element) => {
      const { swiper } = element as HTMLElement & { swiper: { params: { autoplay: { delay: number } } } }
      swiper.params.autoplay.delay = 100
    })
    await page.mouse.move(2, 2)
    await expect(count).not.toHaveText(before)
  })

  await test.step('its button stops it', async () => {
    await section.getByRole('button', { name: '자동 재생 정지' }).click()
    await movePointerAway()
    await waitForFrames(page, 10)
    await plays(false)
  })
})

const widths = [1500, 1100, 800, 390, 780, 1030, 1210, 1600]

const expectSameSlide = async (
  { section, viewport }: Awaited<ReturnType<typeof startSlider>>,
  count: number,
  widths: readonly number[],
) => {
  const page = section.page()
  await section.getByRole('button', { name: '다음' }).click()
  await expect(section.getByText(`2 / ${count}`)).toBeVisible()
  const words = await section.locator('li:not([inert])').textContent()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      await expect(section.getByText(`2 / ${count}`), `${width} px`).toBeVisible({ timeout: 100 })
      await expect(section.locator('li:not([inert])')).toHaveText(words ?? '', { timeout: 100 })
      expect(Math.abs(await offsetOfSlide(viewport)), `${width} px`).toBeLessThan(1)
    }).toPass({ timeout: 3000, intervals: [50] })
  }
}

test('keeps its slide when the window changes its width, and stops at the last story', { tag: '@deep' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/')
  await waitForHydration(page)
  await test.step('values', async () =>
    expectSameSlide(await startSlider(page, '핵심 가치'), 3, [800, 390, 1600, 1210]))
  await test.step('stories', async () => {
    const { section } = await startSlider(page, '소식')
    await expect(section.getByRole('button', { name: '이전' })).toBeDisabled()
    for (let step = 0; step < 2; step += 1) await section.getByRole('button', { name: '다음' }).click()
    await expect(section.getByRole('button', { name: '다음' })).toBeDisabled()
    await expect(section.getByText('3 / 3')).toBeVisible()
  })
})

for (const [name, count] of [
  ['핵심 가치', 3],
  [/담당 변호사가/, 18],
] as const)
  test(`keeps its slide at every width of the window: ${name}`, { tag: '@deep' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.goto('/')
    await waitForHydration(page)
    await expectSameSlide(await startSlider(page, name), count, widths)
  })
