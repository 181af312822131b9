import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { picture } from '../../files/sample-files.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { apiOf, newPost, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

const body = (page: Page) => page.getByRole('textbox', { name: `${m.boards_body()}, 한국어` })
const foot = (page: Page) => page.locator('footer').last()

/** Opens a draft with this text; `read` returns the stored HTML. */
const openPost = async (page: Page, subject: string, html: string) => {
  const api = await apiOf(page)
  const post = newPost(subject)
  post.texts.ko.body = html
  const { board } = await api.post('/boards', post)
  const path = `/boards/${board._id}`
  await navigateTo(page, `/console${path}`)
  await expect(page.getByRole('textbox', { name: '제목, 한국어' })).toHaveValue(subject)
  await expect(body(page)).toBeVisible()
  return {
    save: () => page.keyboard.press('Control+s'),
    read: async () => (await api.get(path)).board.texts.ko.body as string,
    remove: () => api.remove(path),
  }
}

const table = '<table><tbody><tr><th><p>가</p></th></tr><tr><td><p>나</p></td></tr></tbody></table>'

test.beforeEach(async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/boards')
})

test('inserts tables, rules and pictures below the selection without replacing it', { tag: '@deep' }, async ({
  page,
}) => {
  await test.step('inserts a table below the selection', async () => {
    const { save, read, remove } = await openPost(
      page,
      '표를 넣을 글',
      '<p>남아야 할 글입니다.</p><p>다음 문단입니다.</p>',
    )
    await body(page).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+End')
    await page.getByRole('button', { name: m.editor_table(), exact: true }).click()
    await page.keyboard.type('첫 칸')
    await save()
    await expect
      .poll(read, often)
      .toMatch(/^<p>남아야 할 글입니다\.<\/p><table>.*<th[^>]*><p>첫 칸<\/p>.*<\/table><p>다음 문단입니다\.<\/p>$/s)
    await remove()
  })
  await test.step('inserts a rule and a picture below the selection', async () => {
    const { save, read, remove } = await openPost(page, '선과 그림', '<p>남아야 할 글입니다.</p>')
    await body(page).click()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: m.editor_rule(), exact: true }).click()
    await page.keyboard.type('선 아래')
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: m.editor_picture(), exact: true }).click()
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
    await expect(body(page).locator('figure img')).toBeVisible()
    await save()
    await expect.poll(read, often).toMatch(/^<p>남아야 할 글입니다\.<\/p><hr \/><p>선 아래<\/p><figure>.*<\/figure>$/s)
    await remove()
  })
  await test.step('offers a line below a final table, which does not count as a change', async () => {
    const { save, read, remove } = await openPost(page, '표로 끝나는 글', table)
    await body(page).click()
    await expect(foot(page)).toContainText(m.form_unchanged())
    await page.keyboard.press('Control+End')
    await page.keyboard.type('표 아래')
    await save()
    await expect.poll(read, often).toMatch(/<\/table><p>표 아래<\/p>$/)
    await page.keyboard.press('Control+a')
    await expect(foot(page)).toContainText(m.form_unchanged())
    await remove()
  })
})

test('uploads a picture, links to a page found by search, and links to the published post', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  await test.step('uploads a picture in the dialog of the toolbar', async () => {
    const { save, read, remove } = await openPost(page, '그림을 올릴 글', '<p>글</p>')
    await body(page).click()
    await page.getByRole('button', { name: m.editor_picture(), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: m.form_media_title() })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: m.form_picture_upload() }).click(),
    ])
    await chooser.setFiles({ name: '현장.png', mimeType: 'image/png', buffer: await picture('png') })
    await expect(dialog).toBeHidden()
    await expect(body(page).locator('figure img')).toBeVisible()
    await save()
    await expect.poll(read, often).toMatch(/<figure><img src="\/files\//)
    await remove()
  })
  await test.step('finds a page of this site by search', async () => {
    const { save, read, remove } = await openPost(page, '링크를 걸 글', '<p>방수 이야기</p>')
    await body(page).click()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: m.editor_link(), exact: true }).click()
    await expect(page.getByRole('textbox', { name: m.editor_link_address(), exact: true })).toBeFocused()
    await page.keyboard.type('하자')
    const found = page.getByRole('list', { name: m.editor_link_pages() }).getByRole('button')
    await expect(found.first()).toBeVisible()
    const address = (await found.first().locator('span').last().textContent()) ?? ''
    expect(address).toMatch(/^\//)
    await page.keyboard.press('Tab')
    await found.first().press('Enter')
    await save()
    await expect.poll(read, often).toBe(`<p><a href="${address}">방수 이야기</a></p>`)
    await remove()
  })
  const { save, remove } = await openPost(page, '사이트에서 볼 글', '<p>글</p>')
  await test.step('focuses the subject of an added language, and returns the focus when it is removed', async () => {
    await page.getByRole('button', { name: m.boards_begin({ language: 'English' }) }).focus()
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('textbox', { name: `${m.boards_subject({}, { locale: 'en' })}, English` }),
    ).toBeFocused()
    await page.getByRole('button', { name: m.boards_remove_language({ language: 'English' }) }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^English/, expanded: true })).toBeFocused()
  })
  await test.step('links to the page after publishing, but not before', async () => {
    const links = page.getByRole('link', { name: m.boards_see() })
    await save()
    await expect(links).toHaveCount(0)
    await page.getByRole('button', { name: /^한국어/, expanded: false }).click()
    await page.getByText(m.boards_act_publish(), { exact: true }).last().click()
    await save()
    const toast = page.getByRole('alert').filter({ has: links })
    await expect(toast).toBeVisible()
    const [opened] = await Promise.all([context.waitForEvent('page'), toast.getByRole('link').click()])
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('사이트에서 볼 글')
    await expect(page.locator('header').getByRole('link', { name: m.boards_see() })).toBeVisible()
    await remove()
  })
})
