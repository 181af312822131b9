import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { actAndWaitForIdle, navigateTo, open } from '../support/console-screen.ts'
import { apiOf, newPopup, newPost, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const foot = (page: Page) => page.locator('footer').last()
const save = (page: Page) => page.keyboard.press('Control+s')

/** Creates a popup and opens its form; the page must already show a screen of the console. */
const openPopup = async (page: Page, title: string, rest: object = {}) => {
  const api = await apiOf(page)
  const { popup } = await api.post('/popups', newPopup(title, rest))
  await navigateTo(page, `/console/popups/${popup._id}`)
  await expect(field(page, '제목, 한국어')).toHaveValue(title)
  return { api, popup, read: async () => (await api.get(`/popups/${popup._id}`)).popup }
}

test.beforeEach(async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/popups')
})

test('lists changes, refuses bad input without losing it, accepts a picture, and deletes after naming the record', async ({
  page,
}) => {
  const { api, popup, read } = await openPopup(page, '이름을 부르는 팝업')
  const name = field(page, '제목, 한국어')
  const link = field(page, '연결 주소')
  await test.step('counts changes, marks them in the margin, and reverts them by field', async () => {
    await expect(foot(page)).toContainText('변경 사항 없음')
    await name.fill('이름을 바꾼 팝업')
    await link.fill('/story')
    await expect(foot(page)).toContainText('변경 2건')
    await expect(foot(page)).toContainText('제목, 연결 주소')
    await expect(page.locator('#field-link-row')).toHaveAttribute('data-changed', 'true')
    await page.getByRole('button', { name: '연결 주소 실행 취소' }).click()
    await expect(link).toHaveValue('')
    await expect(foot(page)).toContainText('변경 1건')
    await save(page)
    await expect(page.getByText('저장했습니다')).toBeVisible()
    await expect(foot(page)).toContainText('변경 사항 없음')
    expect(await read()).toMatchObject({ title: { ko: '이름을 바꾼 팝업' }, link: null })
  })
  await test.step('shows bad input at its field and in the summary', async () => {
    await link.fill('javascript:alert(1)')
    await link.blur()
    await expect(page.getByText('/로 시작하는 주소나 https:// 주소를 입력해 주세요.')).toBeVisible()
    await expect(link).toHaveAttribute('aria-describedby', /^field-link-error/)
    await name.fill('')
    await save(page)
    await expect(foot(page)).toContainText('오류 2건')
    await expect(name).toBeFocused()
    await foot(page).getByRole('button', { name: '연결 주소' }).click()
    await expect(link).toBeFocused()
    await expect(link).toHaveValue('javascript:alert(1)')
    await link.fill('/story')
    await expect(page.locator('#field-link-error')).toBeHidden()
    await name.fill('바로잡은 팝업')
  })
  await test.step('shows errors that only the server detects at their field', async () => {
    await field(page, '기간, 시작').fill('2026-12-02 09:00')
    await field(page, '기간, 종료').fill('2026-12-01 09:00')
    await save(page)
    await expect(page.getByText('종료 일시는 시작 일시보다 늦어야 합니다.')).toBeVisible()
    await expect(field(page, '기간, 종료')).toHaveValue(/12\.01/)
    await field(page, '기간, 종료').fill('2026-12-03')
    await save(page)
    await expect(foot(page)).toContainText('변경 사항 없음')
    expect(await read()).toMatchObject({
      title: { ko: '바로잡은 팝업' },
      startAt: '2026-12-02T00:00:00.000Z',
      endAt: '2026-12-03T14:59:00.000Z',
    })
  })
  await test.step('uploads a picture, stores its description, and saves it with the record', async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '이미지: 파일 선택' }).click(),
    ])
    await chooser.setFiles('assets/pictures/news/news-05/1200.webp')
    const words = page.getByRole('textbox', { name: '대체 텍스트, 한국어' })
    await words.fill('시험용 그림')
    await words.blur()
    await expect(page.getByText('대체 텍스트를 저장했습니다.')).toBeVisible()
    await save(page)
    await expect(foot(page)).toContainText('변경 사항 없음')
    expect((await read()).picture.alt.ko).toBe('시험용 그림')
    await page.locator('#field-picture-row').getByRole('button', { name: '삭제', exact: true }).click()
    await save(page)
    await expect.poll(async () => (await read()).picture, often).toBeNull()
  })
  await test.step('keeps a line break from the API in a single-line field', async () => {
    const { updatedAt } = await read()
    await api.put(`/popups/${popup._id}`, { title: { ko: '두 줄인\n제목' }, updatedAt })
    await page.reload()
    await name.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await save(page)
    await expect.poll(async () => (await read()).title.ko, often).toBe('두 줄인\n제목!')
  })
  await test.step('names the record in the deletion dialog', async () => {
    await name.fill('지울 팝업')
    await save(page)
    await expect(foot(page)).toContainText('변경 사항 없음')
    await page.getByRole('button', { name: '삭제', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '‘지울 팝업’ 항목을 삭제하시겠습니까?' })
    await dialog.getByRole('button', { name: '‘지울 팝업’ 삭제' }).click()
    await expect(page).toHaveURL(/\/console\/popups$/)
    await expect(api.get(`/popups/${popup._id}`)).rejects.toThrow(': 404 ')
  })
})

test('keeps an unfinished form after a reload, and asks before leaving it', { tag: '@deep' }, async ({ page }) => {
  const { api, popup, read } = await openPopup(page, '다 쓰지 못한 팝업')
  const name = field(page, '제목, 한국어')
  await test.step('restores a draft after a reload with the time of saving, and discards it', async () => {
    await name.fill('쓰다 만 제목')
    await expect(foot(page)).toContainText('이 컴퓨터에 임시 저장')
    const readStorage = () => page.evaluate(() => Object.values(localStorage).join())
    await expect.poll(readStorage, often).toContain('쓰다 만 제목')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(name).toHaveValue('쓰다 만 제목')
    await expect(page.getByText(/\d{2}:\d{2}에 작성하던 내용을 불러왔습니다/)).toBeVisible()
    expect((await read()).title.ko).toBe('다 쓰지 못한 팝업')
    await page.getByRole('button', { name: '저장된 내용으로 되돌리기' }).click()
    await expect(name).toHaveValue('다 쓰지 못한 팝업')
    await expect.poll(readStorage, often).not.toContain('쓰다 만 제목')
    await page.reload()
    await expect(name).toHaveValue('다 쓰지 못한 팝업')
  })
  await test.step('asks before leaving with unsaved changes, and does what each answer says', async () => {
    const leaveForm = () => page.getByRole('link', { name: /^목록으로/ }).click()
    const dialog = page.getByRole('dialog', { name: '저장하지 않고 나가시겠습니까?' })
    /** Also waits for the list: its URL update would otherwise undo the next navigation. */
    const leaveBy = async (answer: string) => {
      await actAndWaitForIdle(page, async () => {
        await dialog.getByRole('button', { name: answer, exact: true }).click()
        await expect(page.getByRole('heading', { name: '팝업', level: 1 })).toBeVisible()
      })
      await expect(page).toHaveURL(/\/console\/popups$/)
    }
    await name.fill('아직 저장 안 함')
    await leaveForm()
    await expect(dialog).toContainText('제목')
    await dialog.getByRole('button', { name: '계속 작성' }).click()
    await expect(name).toHaveValue('아직 저장 안 함')
    await leaveForm()
    await leaveBy('임시 저장하고 나가기')
    await navigateTo(page, `/console/popups/${popup._id}`)
    await expect(name).toHaveValue('아직 저장 안 함')
    await leaveForm()
    await leaveBy('저장하고 나가기')
    expect((await read()).title.ko).toBe('아직 저장 안 함')
    await navigateTo(page, `/console/popups/${popup._id}`)
    await name.fill('버릴 것')
    await leaveForm()
    await leaveBy('변경을 버리고 나가기')
    await navigateTo(page, `/console/popups/${popup._id}`)
    await expect(name).toHaveValue('아직 저장 안 함')
  })
  await api.remove(`/popups/${popup._id}`)
})

test('merges a stale edit with the other change, and lets the user choose where they conflict', {
  tag: '@deep',
}, async ({ page }) => {
  const { api, popup, read } = await openPopup(page, '둘이 고치는 팝업')
  const name = field(page, '제목, 한국어')
  const dialog = page.getByRole('dialog', { name: /먼저 이 항목을 저장했습니다/ })
  const merge = dialog.getByRole('button', { name: /선택한 내용으로 병합해 저장/ })
  await test.step('lets the user choose one field and merges the others', async () => {
    await name.fill('내가 고친 제목')
    await field(page, '연결 주소').fill('/mine')
    await api.put(`/popups/${popup._id}`, {
      title: { ...popup.title, ko: '남이 고친 제목' },
      position: 9,
      updatedAt: popup.updatedAt,
    })
    await save(page)
    await expect(dialog).toContainText('한이담')
    await expect(dialog).toContainText('순서')
    await expect(dialog).toContainText('반영됨')
    await expect(merge).toBeDisabled()
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(dialog).toContainText('선택하지 않은 항목이 1곳 있습니다')
    await dialog.getByRole('radio', { name: /다른 사용자의 변경/ }).check()
    await expect(merge).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(foot(page)).toContainText('변경 사항 없음')
    expect(await read()).toMatchObject({ title: { ko: '남이 고친 제목' }, link: '/mine', position: 9 })
  })
  await test.step("saves the user's change as a separate record", async () => {
    await name.fill('따로 둘 제목')
    const newer = await read()
    await api.put(`/popups/${popup._id}`, { title: { ko: '또 남이' }, updatedAt: newer.updatedAt })
    await save(page)
    await dialog.getByRole('button', { name: '내 변경을 별도로 보관' }).click()
    await expect(page).not.toHaveURL(new RegExp(popup._id))
    await expect(name).toHaveValue('따로 둘 제목')
    const copy = page.url().split('/').at(-1)
    expect((await api.get(`/popups/${copy}`)).popup).toMatchObject({ visible: false, title: { ko: '따로 둘 제목' } })
    await api.remove(`/popups/${copy}`)
    await api.remove(`/popups/${popup._id}`)
  })
  await test.step('merges paragraphs of one text, and lets the user choose for the same paragraph', async () => {
    const text = (body: string) => ({ ko: { subject: '문단이 셋인 글', body, state: 'draft' } })
    const { board } = await api.post('/boards', newPost('x', { texts: text('<p>첫째</p><p>둘째</p><p>셋째</p>') }))
    await navigateTo(page, `/console/boards/${board._id}`)
    const body = page.getByRole('textbox', { name: '본문, 한국어' })
    await body.getByText('셋째').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' 내가')
    await api.put(`/boards/${board._id}`, {
      texts: text('<p>첫째 남이</p><p>둘째</p><p>셋째 남이</p>'),
      updatedAt: board.updatedAt,
    })
    await save(page)
    await expect(dialog).toContainText('본문 3문단')
    await dialog.getByRole('radio').first().check()
    await merge.click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () => (await api.get(`/boards/${board._id}`)).board.texts.ko.body, often)
      .toBe('<p>첫째 남이</p><p>둘째</p><p>셋째 내가</p>')
    await api.remove(`/boards/${board._id}`)
  })
})

test('loses nothing while the server or the connection is down, and says when it is back', async ({
  page,
  context,
}) => {
  const { api, popup, read } = await openPopup(page, '끊긴 사이의 팝업')
  const name = field(page, '제목, 한국어')
  await test.step('reports a server error, and saves on the next attempt', async () => {
    await page.route('**/api/console/popups/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { message: '저장소에 잠시 연결할 수 없습니다.', code: 'unavailable' } })
        : route.continue(),
    )
    await name.fill('끊겨도 남는 제목')
    await save(page)
    await expect(foot(page)).toContainText('저장소에 잠시 연결할 수 없습니다.')
    await expect(name).toHaveValue('끊겨도 남는 제목')
    await page.unroute('**/api/console/popups/*')
    await save(page)
    await expect(foot(page)).toContainText('변경 사항 없음')
    expect((await read()).title.ko).toBe('끊겨도 남는 제목')
  })
  await test.step('shows a lost connection until it is back', async () => {
    await context.setOffline(true)
    await name.fill('이어진 뒤의 제목')
    await save(page)
    await expect(foot(page)).toContainText(m.account_error_network())
    await context.setOffline(false)
    await expect(foot(page)).not.toContainText(m.account_error_network())
    await expect(name).toHaveValue('이어진 뒤의 제목')
    await save(page)
    await expect.poll(async () => (await read()).title.ko, often).toBe('이어진 뒤의 제목')
  })
  await api.remove(`/popups/${popup._id}`)
})

test('shows changes of settings before saving, and keeps line breaks of a title', { tag: '@deep' }, async ({
  page,
}) => {
  await test.step('compares the settings with the stored ones', async () => {
    await navigateTo(page, '/console/setting')
    const phone = field(page, '대표 전화')
    const before = await phone.inputValue()
    await phone.fill('02-000-9999')
    await page.getByRole('button', { name: '변경 내용 보기' }).click()
    const dialog = page.getByRole('dialog', { name: '변경 내용 보기' })
    await expect(dialog.locator('ins')).toHaveText('02-000-9999')
    await expect(dialog.locator('del')).toHaveText(before)
    await page.keyboard.press('Escape')
    await save(page)
    await expect(foot(page)).toContainText('변경 사항 없음')
    await expect
      .poll(async () => (await (await page.request.get('/api/v1/setting')).json()).setting.phone, often)
      .toBe('02-000-9999')
    await phone.fill(before)
    await save(page)
    await expect(foot(page)).toContainText('변경 사항 없음')
  })
  await test.step('adds a line to a title of several lines', async () => {
    const api = await apiOf(page)
    const { section } = await api.post('/pages', { page: 'breaks', kind: 'values', title: { ko: '첫 줄\n둘째 줄' } })
    await navigateTo(page, `/console/pages/${section._id}`)
    const name = field(page, `${m.list_column_name()}, 한국어`).first()
    await name.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await page.keyboard.type('셋째')
    await page.getByRole('button', { name: m.draft_publish() }).click()
    await expect
      .poll(async () => (await api.get(`/pages/${section._id}`)).section.title.ko, often)
      .toBe('첫 줄\n둘째 줄!\n셋째')
    await api.remove(`/pages/${section._id}`)
  })
})

test('moves a popup on the calendar by keyboard and pointer, and leaves it for an invalid date', {
  tag: '@deep',
}, async ({ page }) => {
  const api = await apiOf(page)
  const { popup } = await api.post(
    '/popups',
    newPopup('달력의 팝업', { startAt: '2027-03-08T15:00:00.000Z', endAt: '2027-03-11T15:00:00.000Z' }),
  )
  await navigateTo(page, `/console/popups?view=calendar&month=2027-03&popup=${popup._id}`)
  const bar = page.locator(`[data-bar="${popup._id}"]`)
  const start = field(page, '기간, 시작')
  await test.step('moves both ends or one end by keyboard', async () => {
    // Send both keys within one frame: a key press must not wait for the previous one to render.
    await bar.evaluate((element) => {
      const press = (shiftKey: boolean) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey, bubbles: true, cancelable: true }),
        )
      press(false)
      press(true)
    })
    await expect(start).toHaveValue(/03\.10/)
    await expect(page.getByText('변경 1건')).toBeVisible()
    await save(page)
    await expect(page.getByText('저장했습니다')).toBeVisible()
    expect((await api.get(`/popups/${popup._id}`)).popup).toMatchObject({
      startAt: '2027-03-09T15:00:00.000Z',
      endAt: '2027-03-13T15:00:00.000Z',
    })
  })
  await test.step('drags the bar to another day', async () => {
    const box = await bar.boundingBox()
    const day = await page.locator('[data-day="2027-03-11"]').boundingBox()
    if (!box || !day) throw new Error('the calendar is not drawn')
    await page.mouse.move(box.x + 30, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(day.x + 60, day.y + 40, { steps: 8 })
    await page.mouse.up()
    await expect(start).not.toHaveValue(/03\.10/)
    await page.getByRole('button', { name: '변경 모두 취소' }).click()
    await expect(start).toHaveValue(/03\.10/)
  })
  await test.step('leaves field and bar unchanged for an invalid date', async () => {
    await start.fill('봄 언젠가')
    await page.keyboard.press('Tab')
    await save(page)
    await expect(start).toHaveAttribute('aria-invalid', 'true')
    await expect(start).toHaveValue('봄 언젠가')
    await expect(bar).toBeVisible()
  })
  await api.remove(`/popups/${popup._id}`)
})
