import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { navigateTo, open, title } from '../support/console-screen.ts'
import { apiOf, newPost, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

const rows = (page: Page) => page.locator('tr[data-row]')
const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject })
const toast = (page: Page) => page.getByRole('alert').filter({ hasText: '실행 취소' })
const bodyOf = (page: Page) => page.getByRole('textbox', { name: '본문, 한국어' })
const search = (text: string) => `/console/boards?q=${encodeURIComponent(text)}`

test.describe('the list of posts', () => {
  test('restores its state from the address, offers ways out of an empty result, and saves a filter', {
    tag: '@deep',
  }, async ({ page, logIn }) => {
    await logIn(page)
    await test.step('puts filters, search, sort order and page into the address', async () => {
      await open(page, '/console/boards')
      await page.getByRole('button', { name: '필터' }).click()
      await page.getByRole('menuitem', { name: '게시판' }).click()
      await page.getByRole('menuitemradio', { name: /소식/ }).click()
      await expect(page).toHaveURL(/code=news/)
      await expect(page.getByRole('button', { name: '게시판 소식' })).toBeFocused()
      await page.keyboard.press('/')
      await page.keyboard.type('하자')
      await expect(page).toHaveURL(/q=/)
      await page.getByRole('button', { name: '조회수 기준 정렬' }).click()
      await expect(page).toHaveURL(/sort=-views/)
      await expect(page.locator('th[aria-sort="descending"]')).toContainText('조회수')
      await expect(page.locator('[data-stale]')).toHaveCount(0)
      const found = await rows(page).allTextContents()
      expect(found.length).toBeGreaterThan(0)
      await page.reload()
      await expect(rows(page)).toHaveCount(found.length)
      expect(await rows(page).allTextContents()).toEqual(found)
      await page.getByRole('button', { name: '초기화' }).click()
      await expect(page).not.toHaveURL(/code=|q=/)
      await page.goBack()
      await expect(page).toHaveURL(/code=news/)
    })
    await test.step('shows for an empty result what removing each filter would return', async () => {
      await navigateTo(page, `${search('방수층없음')}&code=news`)
      await expect(page.getByRole('heading', { name: '‘방수층없음’에 대한 검색 결과가 없습니다' })).toBeVisible()
      const words = page.getByRole('listitem').filter({ hasText: '검색어' })
      await expect(words).toContainText(/해제 시 \d+/)
      await words.getByRole('button').click()
      await expect(rows(page).first()).toBeVisible()
    })
    await test.step('offers to save filters that are not saved yet', async () => {
      await navigateTo(page, '/console/boards?code=project')
      await page.getByRole('button', { name: '현재 필터 저장' }).click()
      await page.getByRole('textbox', { name: '저장할 이름' }).fill('수행 사례만')
      await page.keyboard.press('Enter')
      await navigateTo(page, '/console/boards')
      await page
        .getByRole('navigation', { name: '저장된 필터' })
        .getByRole('button', { name: /수행 사례만/ })
        .click()
      await expect(page).toHaveURL(/code=project/)
      await page.getByRole('button', { name: '저장된 필터 ‘수행 사례만’ 삭제' }).click()
      await expect(page.getByRole('button', { name: /수행 사례만/ })).toHaveCount(0)
    })
    await test.step('reports a server error and retries on request', async () => {
      await page.route('**/api/console/boards?**', (route) =>
        route.fulfill({ status: 500, json: { message: '예상하지 못한 문제', code: 'unexpected', requestId: 'req-1' } }),
      )
      // The list retries twice, after 1 s and 2 s, before it reports an error.
      await page.clock.install()
      await navigateTo(page, search('이 말로는 아직 묻지 않음'))
      await page.clock.fastForward(1500)
      await page.clock.fastForward(3000)
      await expect(page.getByRole('heading', { name: '목록을 불러오지 못했습니다' })).toBeVisible()
      await expect(page.getByText('req-1')).toBeVisible()
      await page.unroute('**/api/console/boards?**')
      await page
        .getByRole('button', { name: '다시 물어보기' })
        .or(page.getByRole('button', { name: '다시' }))
        .first()
        .click()
      await expect(page.getByRole('heading', { name: /에 대한 검색 결과가 없습니다/ })).toBeVisible()
    })
  })

  test('keeps the chosen layout, works by keyboard, and selects beyond the current page', { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    await logIn(page, 'manager')
    await open(page, '/console/boards?limit=20')
    await test.step('keeps columns and density after a reload, until they are reset', async () => {
      await page.getByRole('button', { name: '열', exact: true }).click()
      await page.getByRole('checkbox', { name: /^작성자 열/ }).uncheck()
      await page.getByRole('checkbox', { name: /^주소/ }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Alt+ArrowUp')
      await page.getByText('좁게 32').click()
      await page.keyboard.press('Escape')
      await page.reload()
      const heads = page.locator('thead th')
      await expect(heads.filter({ hasText: '주소(slug)' })).toBeVisible()
      await expect(heads.filter({ hasText: '작성자' })).toHaveCount(0)
      await expect(page.locator('[data-density="dense"]')).toBeVisible()
      expect(Math.round((await rows(page).first().boundingBox())?.height ?? 0)).toBe(32)
      await page.getByRole('button', { name: '열', exact: true }).click()
      await page.getByRole('button', { name: '기본값으로' }).click()
      await expect(heads.filter({ hasText: '작성자' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: '기본값으로' })).toBeHidden()
    })
    await test.step('keeps a selection across pages, and extends it to all filtered posts', async () => {
      await rows(page).first().getByRole('checkbox').check()
      await page
        .getByRole('navigation', { name: m.list_pages() })
        .getByRole('button', { name: m.list_page_next() })
        .click()
      await expect(page).toHaveURL(/page=2/)
      await expect(rows(page).first().getByRole('checkbox')).not.toBeChecked()
      await rows(page).first().getByRole('checkbox').check()
      const bar = page.getByRole('region', { name: /건 선택$/ })
      await expect(bar).toContainText('2건 선택')
      await bar.getByRole('button', { name: /모두 선택/ }).click()
      const { total } = await (await apiOf(page)).get('/boards?limit=1')
      await expect(bar).toContainText(`${total}건 선택`)
    })
    await test.step('shows each post on a phone in two lines with its checkbox', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await navigateTo(page, '/console/boards?code=news')
      const entry = page.locator('li[data-row]').first()
      await expect(entry.getByRole('link')).toBeVisible()
      expect((await entry.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(72)
      await expect(page.getByRole('region', { name: /건 선택$/ })).toHaveCount(0)
      await entry.getByRole('checkbox').check()
      await expect(page.getByRole('region', { name: '1건 선택' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await page.setViewportSize({ width: 1440, height: 900 })
    })
    await test.step('moves between rows, selects and opens them by keyboard', async () => {
      await navigateTo(page, '/console/boards')
      await expect(rows(page).nth(3)).toBeVisible()
      await page.keyboard.press('j')
      await expect(rows(page).nth(1)).toBeFocused()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(page.getByRole('region', { name: '2건 선택' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('region', { name: /건 선택$/ })).toHaveCount(0)
      await page.keyboard.press('k')
      const subject = await rows(page).nth(1).getByRole('link').textContent()
      await page.keyboard.press('Enter')
      await expect(title(page)).toHaveText(subject ?? '')
    })
  })

  test('performs bulk actions with undo, edits a cell, and exports', { tag: '@deep' }, async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/boards')
    const api = await apiOf(page)
    await test.step('undoes a bulk action within its time limit', async () => {
      const posts = await Promise.all(
        ['묶음시험 하나', '묶음시험 둘'].map((subject) => api.post('/boards', newPost(subject))),
      )
      const state = async () =>
        (await Promise.all(posts.map(({ board }) => api.get(`/boards/${board._id}`)))).map(
          ({ board }) => board.texts.ko.state,
        )
      await navigateTo(page, search('묶음시험'))
      await expect(rows(page)).toHaveCount(2)
      await page.getByRole('checkbox', { name: '이 페이지 모두 선택' }).check()
      await page.getByRole('button', { name: '게시', exact: true }).click()
      await expect(toast(page)).toContainText('2편을 게시했습니다')
      expect(await state()).toEqual(['published', 'published'])
      await toast(page)
        .getByRole('button', { name: /실행 취소/ })
        .click()
      await expect.poll(state, often).toEqual(['draft', 'draft'])

      await page.getByRole('checkbox', { name: '이 페이지 모두 선택' }).check()
      await page.getByRole('button', { name: '휴지통으로 이동' }).click()
      await expect(page.getByText('2편을 휴지통으로 옮겼습니다')).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
      await navigateTo(page, `${search('묶음시험')}&trashed=true`)
      await row(page, '묶음시험 하나').getByRole('checkbox').check()
      await page.getByRole('button', { name: '복원' }).click()
      await expect(row(page, '묶음시험 하나')).toHaveCount(0)
      await row(page, '묶음시험 둘').getByRole('checkbox').check()
      await page.getByRole('button', { name: '영구 삭제' }).click()
      const dialog = page.getByRole('dialog', { name: '1건을 삭제하시겠습니까?' })
      await expect(dialog).toContainText('‘묶음시험 둘’')
      await expect(dialog.getByRole('button', { name: '돌아가기' })).toBeFocused()
      await dialog.getByRole('button', { name: '1건 삭제' }).click()
      await expect(rows(page)).toHaveCount(0)
      await expect(api.get(`/boards/${posts[1]?.board._id}`)).rejects.toThrow(': 404 ')
      await api.remove(`/boards/${posts[0]?.board._id}`)
    })
    await test.step('changes a category in its row, and shows a refusal there', async () => {
      const { board } = await api.post('/boards', newPost('분류를 바꿀 글', { category: 'guide' }))
      await navigateTo(page, search('분류를'))
      const field = row(page, '분류를 바꿀 글').getByRole('combobox')
      await field.selectOption('ruling')
      await expect.poll(async () => (await api.get(`/boards/${board._id}`)).board.category, often).toBe('ruling')
      const { board: newer } = await api.get(`/boards/${board._id}`)
      await api.put(`/boards/${board._id}`, { pinned: true, updatedAt: newer.updatedAt })
      await field.selectOption('guide')
      await expect(row(page, '분류를 바꿀 글').getByRole('button', { name: /변경하지 못했습니다/ })).toBeVisible()
      await expect(field).toHaveValue('ruling')
      await api.remove(`/boards/${board._id}`)
    })
    await test.step('exports the filtered posts with cells that no spreadsheet executes', async () => {
      const { board } = await api.post('/boards', newPost('=HYPERLINK("https://example.com") 내보낼 글'))
      await navigateTo(page, search('내보낼'))
      await expect(rows(page)).toHaveCount(1)
      const save = async (kind: RegExp) => {
        await page.getByRole('button', { name: '내보내기' }).click()
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: kind }).click(),
        ])
        return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
      }
      const csv = await save(/CSV/)
      expect(csv.name).toMatch(/^게시글 \d{4}-\d{2}-\d{2}\.csv$/)
      expect(String(csv.content)).toContain('"\'=HYPERLINK(""https://example.com"") 내보낼 글"')
      expect(String(csv.content).charCodeAt(0)).toBe(0xfeff)
      const excel = await save(/엑셀/)
      expect(excel.name).toMatch(/\.xlsx$/)
      expect(String(excel.content.subarray(0, 2))).toBe('PK')
      await api.remove(`/boards/${board._id}`)
    })
  })
})

test.describe('the editor of posts', () => {
  test('writes and publishes by keyboard alone, and keeps an invalid date', async ({ page, logIn }) => {
    await logIn(page, 'manager')
    await open(page, '/console/boards?code=news')
    const api = await apiOf(page)
    await test.step('publishes a typed post, which the public list shows immediately', async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: '글 작성' }).focus()
      await page.keyboard.press('Enter')
      const subject = page.getByRole('textbox', { name: '제목, 한국어' })
      await expect(subject).toBeVisible()
      await subject.focus()
      await page.keyboard.type('자판으로만 쓴 글')
      // Languages are side by side: Tab passes the languages that have no text yet.
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'English 작성' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('textbox', { name: '요약, 한국어' })).toBeFocused()
      await page.keyboard.type('요약입니다.')
      await bodyOf(page).focus()
      await page.keyboard.type('첫 문단입니다.')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('굵은 말')
      await page.getByRole('radio', { name: '초안' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Control+s')
      await expect(page).toHaveURL(/\/console\/boards\/[0-9a-f-]{36}$/)
      const published = await page.request.get('/api/v1/boards?code=news')
      const { boards } = await published.json()
      expect(boards.map((post: { subject: string }) => post.subject)).toContain('자판으로만 쓴 글')
      const id = page.url().split('/').at(-1)
      const { board } = await api.get(`/boards/${id}`)
      expect(board.texts.ko.body).toBe('<p>첫 문단입니다.<strong>굵은 말</strong></p>')
      await api.remove(`/boards/${id}`)
    })
    await test.step('marks an invalid date at its field and keeps it after a reload', async () => {
      const { board } = await api.post('/boards', newPost('언젠가 게시할 글'))
      await navigateTo(page, `/console/boards/${board._id}`)
      await page
        .locator('label')
        .filter({ hasText: /^게시$/ })
        .click()
      const start = page.getByRole('textbox', { name: '한국어 시작' })
      await start.fill('다음 달 언젠가')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+s')
      await expect(start).toHaveAttribute('aria-invalid', 'true')
      await expect(start).toHaveValue('다음 달 언젠가')
      await page.reload()
      await expect(start).toHaveValue('다음 달 언젠가')
      await start.fill('2030-12-01 09:00')
      await page.keyboard.press('Control+s')
      await expect
        .poll(async () => (await api.get(`/boards/${board._id}`)).board.texts.ko.publishFrom, often)
        .toBe('2030-12-01T00:00:00.000Z')
      await api.remove(`/boards/${board._id}`)
    })
  })

  test('replaces doubtful words, inserts a picture, and publishes each language separately', { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    const api = await apiOf(page)
    const { board } = await api.post('/boards', newPost('하자 전문 이야기'))
    await navigateTo(page, `/console/boards/${board._id}`)
    const body = bodyOf(page)
    await test.step('replaces words that the advertising rules make doubtful', async () => {
      await expect(body.locator('.doubtful')).toHaveText('전문')
      await page.getByRole('button', { name: '‘전문’', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '전문' })
      await expect(dialog).toContainText('등록한 전문분야')
      await dialog.getByRole('button', { name: /주로 수행하는/ }).click()
      await expect(body).toContainText('하자 주로 수행하는 이야기')
      await expect(body.locator('.doubtful')).toHaveCount(0)
    })
    await test.step('inserts a picture into the text and previews it as readers see it', async () => {
      await body.click()
      await page.getByRole('button', { name: '이미지 삽입' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
      await expect(body.locator('figure img')).toBeVisible()
      await page.getByRole('button', { name: '미리보기' }).click()
      const preview = page.getByRole('dialog', { name: '미리보기' })
      await expect(preview.getByRole('heading', { name: '하자 전문 이야기' })).toBeVisible()
      await expect(preview.locator('figure img')).toBeVisible()
      await preview.getByText('390 · 모바일').click()
      await expect(preview.locator('article')).toHaveCSS('width', '390px')
      await page.keyboard.press('Escape')
    })
    await test.step('publishes a translation separately and removes it again', async () => {
      await page.getByRole('button', { name: 'English 작성' }).click()
      await page.getByRole('textbox', { name: 'Title, English' }).fill('Each by itself')
      await expect(page.getByRole('radio', { name: '게시', exact: true })).toBeAttached()
      await page.getByText('게시', { exact: true }).last().click()
      await page.keyboard.press('Control+s')
      await expect(page.getByText('저장했습니다')).toBeVisible()
      const { board: saved } = await api.get(`/boards/${board._id}`)
      expect(saved.texts.ko.state).toBe('draft')
      expect(saved.texts.ko.body).toContain('<figure><img src="/files/')
      expect(saved.texts.en).toMatchObject({ subject: 'Each by itself', state: 'published' })
      await page.getByRole('button', { name: 'English 번역 삭제' }).click()
      await page.keyboard.press('Control+s')
      await expect.poll(async () => (await api.get(`/boards/${board._id}`)).board.texts.en, often).toBeUndefined()
      await api.remove(`/boards/${board._id}`)
    })
  })

  test('keeps working on a machine so slow that TipTap drops its first editor', { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    await logIn(page, 'manager')
    // TipTap destroys an editor that is not mounted within 1 ms. Here that happens before any effect has run.
    await page.addInitScript(() => {
      const later = window.setTimeout
      Object.assign(window, {
        setTimeout: (work: () => void, delay?: number, ...rest: unknown[]) => {
          if (delay !== 1) return later(work, delay, ...rest)
          queueMicrotask(work)
          return 0
        },
      })
    })
    await open(page, '/console/boards?code=news')
    await page.getByRole('link', { name: '글 작성' }).click()
    const body = bodyOf(page)
    await body.fill('하자 전문 이야기')
    await expect(body.locator('.doubtful')).toHaveText('전문')
    await expect(page.getByRole('button', { name: '‘전문’', exact: true })).toBeVisible()
  })
})
