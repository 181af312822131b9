import type { Page } from '@playwright/test'
import { picture } from '../../files/sample-files.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

/** Uploads a picture in the library and opens its screen; returns its id. */
const upload = async (page: Page, name: string, width: number, height: number) => {
  await navigateTo(page, '/console/media')
  const file = { name, mimeType: 'image/png', buffer: await picture('png', width, height) }
  await page.locator('input[type="file"]').first().setInputFiles(file)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: '사용처' })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

/** True if the screen does not scroll sideways at phone width; restores the wide viewport. */
const fitsPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.setViewportSize({ width: 1440, height: 900 })
  return over <= 0
}

test('shows where a file is used, and keeps the focal point of a picture visible', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/media?use=used&kind=picture')
  const api = await apiOf(page)
  await test.step('links a used file to its uses and refuses to delete it', async () => {
    await expect(page.locator('tbody tr').first()).toBeVisible()
    const { media } = await api.get('/media?use=used&kind=picture&limit=100')
    const used = (media as { _id: string; uses: number }[]).find(({ uses }) => uses > 0)
    await navigateTo(page, `/console/media/${used?._id}`)
    const link = page.getByRole('region', { name: '사용처' }).getByRole('link').first()
    await expect(link).toBeVisible()
    await expect(page.getByText('사용 중인 파일은 삭제할 수 없습니다.')).toBeVisible()
    await expect(page.getByRole('button', { name: '삭제', exact: true })).toHaveCount(0)
    expect(await fitsPhone(page)).toBe(true)
    await link.click()
    await expect(page).not.toHaveURL(/\/console\/media/)
    await expect(page.locator('h1')).toBeVisible()
  })
  await test.step('filters the list by unused files', async () => {
    await navigateTo(page, '/console/media')
    await page.getByRole('button', { name: /^사용하지 않음/ }).click()
    await expect(page).toHaveURL(/use=unused/)
  })
  await test.step('sets the focal point by pointer or keyboard', async () => {
    const { media } = await api.get('/media?kind=picture&limit=1')
    const [{ _id }] = media as [{ _id: string }]
    await navigateTo(page, `/console/media/${_id}`)
    const [left, top] = [page.getByRole('slider', { name: '가로' }), page.getByRole('slider', { name: '세로' })]
    await expect(left).toHaveValue('50')
    const wholePicture = page.locator('[class*="whole"]')
    await wholePicture.scrollIntoViewIfNeeded()
    const box = await wholePicture.boundingBox()
    if (!box) throw new Error('The picture is not shown')
    await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.9)
    await expect(left).toHaveValue('20')
    await expect(top).toHaveValue('90')
    await left.press('ArrowRight')
    await expect(left).toHaveValue('21')
    expect(await findStateViolations(page)).toEqual([])
    expect(await fitsPhone(page)).toBe(true)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('변경 사항 없음')).toBeVisible()
    await page.reload()
    await expect(left).toHaveValue('21')
    await page.getByRole('button', { name: '가운데로' }).click()
    await expect(top).toHaveValue('50')
  })
})

test('replaces a used file wherever it is shown, and undoes the replacement', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/media')
  const api = await apiOf(page)
  const was = await upload(page, '교체 전.png', 600, 400)
  await test.step('shows from when a new file can be deleted', async () => {
    await expect(page.getByText('사용하는 곳이 없습니다.')).toBeVisible()
    await expect(page.getByText(/업로드하고 하루가 지난 .+부터 삭제할 수 있습니다\./)).toBeVisible()
    await expect(page.getByRole('button', { name: '삭제', exact: true })).toHaveCount(0)
  })
  const { popup } = await api.post('/popups', { title: { ko: '교체할 팝업' }, picture: was, visible: false })
  const shown = async () => (await api.get(`/popups/${popup._id}`)).popup.picture._id
  await page.reload()
  await page.getByRole('button', { name: '파일 교체' }).click()
  const picker = page.getByRole('dialog')
  const file = { name: '교체 후.png', mimeType: 'image/png', buffer: await picture('png', 500, 700) }
  await picker.locator('input[type="file"]').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: '파일 교체' })
  await expect(dialog.getByText('이 파일을 사용하는 1개 항목에 새 파일이 표시됩니다.')).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  expect(await fitsPhone(page)).toBe(true)
  await dialog.getByRole('button', { name: '교체', exact: true }).press('Enter')
  await expect(page.getByText('교체했습니다: 1개 항목')).toBeVisible()
  await expect(page.getByRole('heading', { name: '교체 후.png', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: '사용처' }).getByRole('link', { name: '교체할 팝업' })).toBeVisible()
  expect(await shown()).not.toBe(was)
  await page.getByRole('button', { name: /실행 취소/ }).click()
  await expect(page.getByText('교체를 취소했습니다')).toBeVisible()
  expect(await shown()).toBe(was)
})

test('crops a picture by keyboard and pointer, and uses the result in place of the original', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/media')
  const api = await apiOf(page)
  const id = await upload(page, '전경.png', 600, 400)
  const { popup } = await api.post('/popups', { title: { ko: '자를 팝업' }, picture: id, visible: false })
  await page.reload()
  await page.getByRole('button', { name: '자르기' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '이미지 자르기' })
  const size = dialog.locator('output')
  await test.step('refuses a crop without a change', async () => {
    await expect(size).toHaveText('600 × 400 px')
    await dialog.getByRole('button', { name: '새 이미지로 저장' }).click()
    await expect(dialog.getByRole('alert')).toContainText('잘라 내거나 회전한 부분이 없습니다')
  })
  await test.step('sets the size by aspect ratio, rotation, keyboard and pointer', async () => {
    await dialog.getByText('1:1', { exact: true }).click()
    await expect(size).toHaveText('400 × 400 px')
    await dialog.getByRole('button', { name: '오른쪽으로 회전' }).click()
    await dialog.getByText('자유', { exact: true }).click()
    await expect(size).toHaveText('400 × 600 px')
    const corner = dialog.getByRole('button', { name: /^오른쪽 아래 조절점/ })
    await corner.focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowUp')
    await expect(size).not.toHaveText('400 × 600 px')
    expect(await findStateViolations(page)).toEqual([])
    const box = await corner.boundingBox()
    if (!box) throw new Error('The corner is not shown')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x - 60, box.y - 60, { steps: 4 })
    await page.mouse.up()
  })
  const [width, height] = ((await size.textContent()) ?? '').match(/\d+/g) ?? []
  expect(Number(width)).toBeLessThan(400)
  expect(await fitsPhone(page)).toBe(true)
  await dialog.getByRole('button', { name: '새 이미지로 저장' }).click()
  const question = page.getByRole('dialog', { name: '파일 교체' })
  await expect(question.getByText(`전경-${width}x${height}.png`)).toBeVisible()
  await question.getByRole('button', { name: '교체', exact: true }).click()
  await expect(page.getByRole('heading', { name: `전경-${width}x${height}.png`, level: 1 })).toBeVisible()
  const { popup: shown } = await api.get(`/popups/${popup._id}`)
  expect([shown.picture.width, shown.picture.height]).toEqual([Number(width), Number(height)])
  expect((await api.get(`/media/${id}`)).medium.picture).toMatchObject({ width: 600, height: 400 })
})
