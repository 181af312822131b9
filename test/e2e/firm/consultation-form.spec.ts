import { minimumFillTime } from '#firm/forms/rules.ts'
import { photograph } from '../../files/sample-files.ts'
import { apiAs } from '../support/call-api-as.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'
import { fill, numberOf, open, send, summary } from '../support/request-form.ts'

test('photographs sent over a broken connection arrive once and complete, and staff see them immediately', {
  tag: '@deep',
}, async ({ page: desk, browser, logIn, product }) => {
  await logIn(desk, 'counsel')
  await desk.goto('/console/forms')
  await expect(desk.locator('main a[href^="/console/forms/"]').first()).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: product.url, locale: 'ko-KR' })).newPage()
  await visitor.clock.install()
  await open(visitor, '/consult?practice=building')
  const photos = [await photograph(1600, 1200), await photograph(800, 600)]
  // The upload of the first file is cut; the request arrives, but its answer is lost.
  let files = 0
  await visitor.route('**/api/v1/forms/consult/files', (route) => (files++ === 0 ? route.abort() : route.continue()))
  let requests = 0
  await visitor.route('**/api/v1/forms/consult', async (route) => {
    requests += 1
    if (requests > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await visitor
    .locator('input[type="file"]')
    .setInputFiles(photos.map((buffer, index) => ({ name: `균열 ${index + 1}.jpg`, mimeType: 'image/jpeg', buffer })))
  const message = `천장 균열 사진을 보냅니다 ${Date.now()}`
  await fill(visitor, message)
  await expect(visitor.locator('[name="phone"]')).toHaveValue('010-0000-4171')
  await expect(visitor.getByText(/첨부 완료$/)).toHaveCount(2, { timeout: 20_000 })
  await visitor.clock.fastForward(minimumFillTime)
  await send(visitor).click()
  const number = numberOf(visitor)
  await expect(number).toBeVisible({ timeout: 15_000 })
  await expect(desk.getByText(/새 항목 1건/)).toBeVisible({ timeout: 2500 })
  expect([files, requests]).toEqual([3, 2])
  await expect(visitor.getByRole('heading', { level: 2 }).first()).toBeFocused()
  expect(await findStateViolations(visitor)).toEqual([])
  expect(await visitor.evaluate(() => localStorage.getItem('form-draft:consult'))).toBeNull()

  // Without a mail server the page does not promise a mail.
  await expect(visitor.locator('main')).not.toContainText('이메일로도')
  const counsel = await apiAs(product, 'counsel')
  const { forms } = await counsel('GET', `/api/console/forms?q=${encodeURIComponent(message)}`)
  expect(forms).toMatchObject([{ number: await number.textContent(), state: 'received', files: 2 }])
  await navigateTo(desk, `/console/forms/${forms[0]._id}`)
  await expect(desk.getByText(message).last()).toBeVisible()
  const pictures = desk.locator('main img[src^="/files/private"]')
  await expect(pictures).toHaveCount(2)
  const { form: found } = await counsel('GET', `/api/console/forms/${forms[0]._id}`)
  expect(found.files.map(({ bytes }: { bytes: number }) => bytes)).toEqual(photos.map(({ length }) => length))

  await desk.getByRole('button', { name: '담당자 배정' }).click()
  await desk.getByRole('menuitem', { name: /^정유진/ }).click()
  await expect(desk.getByRole('button', { name: '담당: 정유진' })).toBeVisible()
  await desk.getByRole('tab', { name: '내부 메모' }).click()
  await desk.getByLabel('직원만 볼 수 있는 메모').fill('도면을 부탁드렸습니다.')
  await desk.getByRole('button', { name: '메모 저장' }).click()
  await expect(desk.getByText('도면을 부탁드렸습니다.').first()).toBeVisible()
  expect(await findStateViolations(desk)).toEqual([])
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: '균열 1.jpg 내려받기' }).click()
  expect((await download).suggestedFilename()).toBe('균열 1.jpg')

  await visitor.goto('/consult/status')
  await visitor.locator('[name="number"]').fill(found.number)
  await visitor.locator('[name="contact"]').fill('01000004171')
  await visitor.getByRole('button', { name: '조회' }).click()
  await expect(visitor.getByText('담당 변호사가 검토하고 있습니다.')).toBeVisible()
  await visitor.context().close()
})

for (const [path, label, kept] of [
  ['/consult', '연락처', '오세진'],
  ['/en/consult', 'Phone', 'Oh Sejin'],
  ['/cn/consult', '联系电话', '吴世镇'],
] as const)
  test(`errors are listed above the form and at their fields, and the typed text stays: ${path}`, {
    tag: path === '/consult' ? [] : '@deep',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.clock.install()
    await open(page, path)
    await page.locator('[name="name"]').fill(kept)
    await page.locator('[name="phone"]').pressSequentially('0100000417')
    await page.locator('[name="message"]').fill('3 cm')
    await send(page).click()
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('listitem')).toHaveCount(2)
    expect(await findStateViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await summary(page)
      .getByRole('link', { name: new RegExp(label) })
      .click()
    await expect(page.locator('[name="phone"]')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('1')
    await expect(page.locator('[name="phone"]')).toHaveValue('010-0000-4171')
    await expect(page.locator('[name="phone"]')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('[name="name"]')).toHaveValue(kept)

    // A draft survives a reload and can be discarded.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('form-draft:consult'))).toContain('3 cm')
    await page.reload()
    await page.mouse.move(10, 10)
    await page.mouse.down()
    await page.mouse.up()
    await expect(page.locator('[name="message"]')).toHaveValue('3 cm')
    const discard = page.locator('button[class*="discard"]')
    await discard.click()
    await expect(page.locator('[name="message"]')).toHaveValue('')
    await expect(discard).toHaveCount(0)

    await test.step('the form is filled in and sent by keyboard alone', async () => {
      await page.locator('[name="name"]').focus()
      await page.keyboard.type(kept)
      await page.keyboard.press('Tab')
      await page.keyboard.type('0100000 4171')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      // The second practice, whichever other tests have published.
      await expect(page.locator('[name="practice"]').nth(1)).toBeChecked()
      await page.locator('[name="message"]').focus()
      await page.keyboard.type('3 cm')
      await page.locator('[name="consent"]').focus()
      await page.keyboard.press('Space')
      await page.clock.fastForward(minimumFillTime)
      await send(page).focus()
      await page.keyboard.press('Enter')
      await expect(numberOf(page)).toBeVisible()
    })
  })

test('the browser sends a form with photographs when its scripts cannot be loaded', { tag: '@deep' }, async ({
  page,
  product,
}) => {
  await test.step('without the script that sends', async () => {
    await page.route('**/send-request-*.js', (route) => route.abort())
    await open(page)
    await fill(page, '지하 주차장 벽을 타고 물이 흐릅니다.')
    await send(page).click()
    await expect(numberOf(page)).toBeVisible()
    await page.unroute('**/send-request-*.js')
  })

  await test.step('without the script that uploads', async () => {
    await page.route('**/assets/file-list-*.js', (route) => route.abort())
    await open(page, '/consult?practice=building')
    for (const name of ['벽.jpg', '바닥.jpg']) {
      await page
        .locator('input[type="file"]')
        .setInputFiles([{ name, mimeType: 'image/jpeg', buffer: await photograph(400, 300) }])
      await expect(page.getByText(name)).toBeVisible()
    }
    await expect(page.getByText('파일은 신청할 때 함께 전송됩니다.')).toBeVisible()
    const message = `벽과 바닥 사진을 보냅니다 ${Date.now()}`
    await fill(page, message)
    // The refusal of the server keeps text and files although the list of files cannot be shown.
    await page.locator('[name="phone"]').fill('010-0000-4171-0000-4171')
    await send(page).click()
    await expect(summary(page)).toBeVisible()
    await expect(page.locator('[name="message"]')).toHaveValue(message)
    await expect(page.getByText('벽.jpg, 바닥.jpg')).toBeVisible()
    await fill(page, message)
    await send(page).click()
    await expect(numberOf(page)).toBeVisible()
    const counsel = await apiAs(product, 'counsel')
    const { forms } = await counsel('GET', `/api/console/forms?q=${encodeURIComponent(message)}`)
    expect(forms).toMatchObject([{ state: 'received', files: 2 }])
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form reports errors, keeps texts and files, arrives, and shows its status', async ({ page }) => {
    await page.goto('/en/consult?practice=council')
    await expect(page.locator('[name="practice"][value="council"]')).toBeChecked()
    await page.locator('[name="name"]').fill('Oh Sejin')
    await page.locator('[name="phone"]').fill('010-0000-417')
    await page.locator('[name="message"]').fill('Water stains on the ceiling.')
    await page.locator('[name="consent"]').check()
    const photo = { name: 'ceiling.jpg', mimeType: 'image/jpeg', buffer: await photograph(400, 300) }
    await page.locator('input[type="file"]').setInputFiles([photo])
    await send(page).click()
    await expect(summary(page)).toContainText('11 digits')
    await expect(page.locator('[name="name"]')).toHaveValue('Oh Sejin')
    await expect(page.getByText('ceiling.jpg')).toBeVisible()
    await page.locator('[name="phone"]').fill('010-0000-4171')
    await page.locator('[name="consent"]').check()
    await send(page).click()
    const number = numberOf(page)
    await expect(number).toBeVisible()

    const given = (await number.textContent()) ?? ''
    await page.goto('/en/consult/status')
    await page.locator('[name="number"]').fill(given)
    await page.locator('[name="contact"]').fill('010-9999-9999')
    await page.getByRole('button', { name: 'Check status' }).click()
    await expect(page.getByText('We couldn’t find a request with these details')).toBeVisible()
    await page.locator('[name="contact"]').fill('010-0000-4171')
    await page.getByRole('button', { name: 'Check status' }).click()
    await expect(page.getByText('Received. We’re assigning')).toBeVisible()

    const elsewhere = await page.request.post('/consult', {
      headers: { origin: 'https://elsewhere.example' },
      multipart: { name: 'Oh Sejin' },
    })
    expect(elsewhere.status()).toBe(403)
  })
})
