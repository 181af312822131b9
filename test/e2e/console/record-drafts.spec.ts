import type { Page } from '@playwright/test'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

/** Creates a practice with its page and returns its id. */
const newPractice = async (page: Page, key: string): Promise<string> => {
  const blocks = [{ kind: 'list', anchor: 'whom', title: { ko: '이런 때에' }, items: [{ text: { ko: '물이 샐 때' } }] }]
  const body = {
    key,
    path: `/business/${key}`,
    title: { ko: '누수', en: 'Leaks' },
    summary: { ko: '요약', en: 'Summary' },
    blocks,
  }
  const { practice } = await (await apiOf(page)).post('/practices', body)
  return practice._id
}

const frame = (page: Page) => page.frameLocator('iframe')

test('shows a draft only to staff until it is published', { tag: '@deep' }, async ({ page, logIn, request }) => {
  await logIn(page)
  await open(page, '/console/practices')
  const id = await newPractice(page, 'leaks')
  const publicText = async (path = '/business/leaks') => (await request.get(path)).text()
  expect(await publicText()).toContain('누수')
  await navigateTo(page, `/console/practices/${id}`)
  const title = page.locator('#field-title-ko')

  const previewUrl = await test.step('previews typed text before it is saved', async () => {
    await title.fill('누수와 결로')
    await page.getByRole('button', { name: '미리보기' }).click()
    const heading = frame(page).getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('누수와 결로')
    await page.getByRole('dialog').getByText('English', { exact: true }).click()
    await expect(heading).toHaveText('Leaks')
    await page.getByRole('dialog').getByText('390 · 모바일').click()
    await expect(heading).toBeVisible()
    expect(await page.locator('iframe').evaluate((element) => element.clientWidth)).toBe(390)
    const address = (await page.locator('iframe').getAttribute('src')) ?? ''
    await page.keyboard.press('Escape')
    return address
  })
  await test.step('shows a saved draft nowhere in public', async () => {
    await page.getByRole('button', { name: '초안으로 저장' }).click()
    await expect(page.getByRole('status').filter({ hasText: '한이담 님의 초안' })).toContainText(
      '아직 방문자에게 공개되지 않았습니다',
    )
    await title.fill('누수, 결로, 곰팡이')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('변경 사항 없음')).toBeVisible()
    expect(await publicText()).not.toContain('결로')
    expect(await publicText('/sitemap.xml')).toContain('/business/leaks')
    expect(await publicText('/auction-search/곰팡이')).not.toContain('결로, 곰팡이')
  })
  await test.step('never caches or indexes a preview, and allows only this site to frame it', async () => {
    const preview = await request.get(previewUrl)
    expect(preview.status()).toBe(200)
    expect(preview.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': expect.stringContaining('noindex'),
    })
    expect(preview.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
    expect((await request.get('/business/leaks')).headers()['content-security-policy']).toContain(
      "frame-ancestors 'none'",
    )
  })
  await test.step('marks the draft in the list, compares and publishes it', async () => {
    await navigateTo(page, '/console/practices')
    const row = page.getByRole('row').filter({ hasText: '누수' })
    await expect(row).toContainText('초안 · 한이담')
    await row.getByRole('link', { name: '누수' }).click()
    await expect(title).toHaveValue('누수, 결로, 곰팡이')
    await page.getByRole('button', { name: '게시본과 비교' }).click()
    await expect(page.getByRole('dialog').locator('ins')).toContainText('곰팡이')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '게시', exact: true }).click()
    await expect(page.getByText('게시했습니다')).toBeVisible()
    await expect(page.getByRole('button', { name: '초안 삭제' })).toHaveCount(0)
    expect(await publicText()).toContain('누수, 결로, 곰팡이')
  })
})

test('merges a draft with a newer public version, and saves new records as drafts', { tag: '@deep' }, async ({
  page,
  logIn,
  request,
}) => {
  await logIn(page)
  await open(page, '/console/practices')
  const id = await newPractice(page, 'noise-draft')
  const api = await apiOf(page)
  const { practice } = await api.get(`/practices/${id}`)
  const { _id, createdAt, updatedAt, draft, pictures, ...content } = practice
  await test.step('warns before restoring a draft of an outdated version', async () => {
    await api.put(`/practices/${id}/draft`, {
      content: { ...content, title: { ko: '초안의 이름' } },
      madeFrom: updatedAt,
    })
    await api.put(`/practices/${id}`, { title: { ko: '그 사이의 이름' }, summary: { ko: '새 요약' }, updatedAt })
    await navigateTo(page, `/console/practices/${id}`)
    await expect(page.getByRole('status').filter({ hasText: '님의 초안' })).toContainText('게시본이 변경되었습니다')
    await page.getByRole('button', { name: '초안 삭제' }).click()
    await expect(page.locator('#field-title-ko')).toHaveValue('그 사이의 이름')
    await page.getByRole('button', { name: '실행 취소 Ctrl Z' }).click()
    await expect(page.getByText('다른 사용자가 먼저 수정했습니다')).toBeVisible()
  })
  await test.step('asks for a choice at each conflict when publishing', async () => {
    const now = (await api.get(`/practices/${id}`)).practice
    const begun = { content: { ...content, title: { ko: '초안의 이름' } }, madeFrom: now.updatedAt }
    await api.put(`/practices/${id}/draft`, begun)
    await api.put(`/practices/${id}`, { title: { ko: '또 바뀐 이름' }, updatedAt: now.updatedAt })
    await page.reload()
    await page.getByRole('button', { name: '게시', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '초안을 작성하는 동안 게시본이 변경되었습니다' })
    const save = dialog.getByRole('button', { name: /선택한 내용으로 병합해 게시/ })
    await expect(save).toBeDisabled()
    await dialog.getByRole('radio').first().press('Space')
    await save.press('Enter')
    await expect(page.getByText('게시했습니다')).toBeVisible()
    expect((await api.get(`/practices/${id}`)).practice).toMatchObject({ title: { ko: '초안의 이름' }, draft: null })
  })
  await test.step('keeps a new record private while it is a draft', async () => {
    await navigateTo(page, '/console/practices/create')
    await page.locator('#field-title-ko').fill('새 분야')
    await page.locator('#field-path').fill('/business/new-field')
    await page.locator('#field-key').fill('new-field')
    await page.getByRole('button', { name: '초안으로 저장' }).click()
    await page.waitForURL(/practices\/[\da-f-]{36}$/)
    await expect(page.getByRole('button', { name: '초안 삭제' })).toBeVisible()
    expect((await request.get('/business/new-field')).status()).toBe(404)
    await page.getByRole('button', { name: '게시', exact: true }).click()
    await expect(page.getByRole('button', { name: '초안 삭제' })).toHaveCount(0)
    await expect.poll(async () => (await request.get('/business/new-field')).status(), often).toBe(200)
  })
})

test('previews a section among the others of its page, and fits into a phone', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page, 'manager')
  await open(page, '/console/pages')
  await test.step('previews a section within its page', async () => {
    await page.getByRole('link', { name: '주요 업무 분야' }).click()
    await page.locator('#field-title-ko').fill('미리 본 제목')
    await page.getByRole('button', { name: '미리보기' }).click()
    await expect(frame(page).getByRole('heading', { name: '미리 본 제목' })).toHaveCount(1)
    await expect(frame(page).getByRole('contentinfo')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '변경 모두 취소' }).click()
  })
  await test.step('fits a draft and its preview into a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await navigateTo(page, '/console/practices')
    await expect(page.getByText('초안 · 민서경')).toBeVisible()
    await page.getByRole('link', { name: '유지보수' }).click()
    await expect(page.getByRole('status').filter({ hasText: '민서경 님의 초안' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: '미리보기' }).click()
    await expect(frame(page).locator('#winter')).toContainText('동절기 공사')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`has no axe violations on drafts and their preview on a phone: ${colorScheme}`, { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme })
    await logIn(page, 'manager')
    await open(page, '/console/practices')
    await page.getByText('초안 · 민서경').waitFor()
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('link', { name: '유지보수' }).click()
    await expect(page.getByRole('status').filter({ hasText: '민서경 님의 초안' })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('button', { name: '미리보기' }).click()
    await expect(frame(page).locator('#winter')).toContainText('동절기 공사')
    // The preview iframe is a separate document with its own landmarks.
    expect(await findStateViolations(page, { exclude: 'iframe' })).toEqual([])
  })
