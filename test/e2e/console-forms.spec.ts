import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { expect, test } from './product.ts'
import { apiOf, newPopup, newPost } from './staff.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const foot = (page: Page) => page.locator('footer').last()
const save = (page: Page) => page.keyboard.press('Control+s')

const openPopup = async (page: Page, title: string, rest: object = {}) => {
  const api = await apiOf(page)
  const { popup } = await api.post('/popups', newPopup(title, rest))
  await page.goto(`/console/popups/${popup._id}`)
  await expect(field(page, '제목, 한국어')).toHaveValue(title)
  return { api, popup, read: async () => (await api.get(`/popups/${popup._id}`)).popup }
}

test('what changed is named, marked at the margin, taken back by field, and saved', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '이름을 부르는 팝업')
  await expect(foot(page)).toContainText('변경 사항 없음')
  await field(page, '제목, 한국어').fill('이름을 바꾼 팝업')
  await field(page, '연결 주소').fill('/story')
  await expect(foot(page)).toContainText('변경 2건')
  await expect(foot(page)).toContainText('제목, 연결 주소')
  await expect(page.locator('#field-link-row')).toHaveAttribute('data-changed', 'true')
  await page.getByRole('button', { name: '연결 주소 실행 취소' }).click()
  await expect(field(page, '연결 주소')).toHaveValue('')
  await expect(foot(page)).toContainText('변경 1건')
  await save(page)
  await expect(page.getByText('저장했습니다')).toBeVisible()
  await expect(foot(page)).toContainText('변경 사항 없음')
  expect(await read()).toMatchObject({ title: { ko: '이름을 바꾼 팝업' }, link: null })
  await api.remove(`/popups/${popup._id}`)
})

test('bad input is said at its field and in the summary, and costs nothing that was typed', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '틀린 값이 든 팝업')
  const link = field(page, '연결 주소')
  await link.fill('javascript:alert(1)')
  await link.blur()
  await expect(page.getByText('/로 시작하는 주소나 https:// 주소를 입력해 주세요.')).toBeVisible()
  await expect(link).toHaveAttribute('aria-describedby', /^field-link-error/)
  await field(page, '제목, 한국어').fill('')
  await save(page)
  await expect(foot(page)).toContainText('오류 2건')
  await expect(field(page, '제목, 한국어')).toBeFocused()
  await foot(page).getByRole('button', { name: '연결 주소' }).click()
  await expect(link).toBeFocused()
  await expect(link).toHaveValue('javascript:alert(1)')
  await link.fill('/story')
  await expect(page.locator('#field-link-error')).toBeHidden()
  await field(page, '제목, 한국어').fill('바로잡은 팝업')

  // What only the server knows comes back to its field as well.
  await field(page, '기간, 시작').fill('2026-12-02 09:00')
  await field(page, '기간, 종료').fill('2026-12-01 09:00')
  await save(page)
  await expect(page.getByText('종료 일시는 시작 일시보다 늦어야 합니다.')).toBeVisible()
  await expect(field(page, '기간, 종료')).toHaveValue(/12\.01/)
  await field(page, '기간, 종료').fill('2026-12-03')
  await save(page)
  await expect(page.getByText('저장했습니다')).toBeVisible()
  expect(await read()).toMatchObject({
    title: { ko: '바로잡은 팝업' },
    startAt: '2026-12-02T00:00:00.000Z',
    endAt: '2026-12-03T14:59:00.000Z',
  })
  await api.remove(`/popups/${popup._id}`)
})

test('an unfinished form survives a reload, says when it was kept, and can be let go', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '다 쓰지 못한 팝업')
  await field(page, '제목, 한국어').fill('쓰다 만 제목')
  await expect(foot(page)).toContainText('이 컴퓨터에 임시 저장')
  const kept = () => page.evaluate(() => Object.values(localStorage).join())
  await expect.poll(kept).toContain('쓰다 만 제목')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, '제목, 한국어')).toHaveValue('쓰다 만 제목')
  await expect(page.getByText(/\d{2}:\d{2}에 작성하던 내용을 불러왔습니다/)).toBeVisible()
  expect((await read()).title.ko).toBe('다 쓰지 못한 팝업')
  await page.getByRole('button', { name: '저장된 내용으로 되돌리기' }).click()
  await expect(field(page, '제목, 한국어')).toHaveValue('다 쓰지 못한 팝업')
  await expect.poll(kept).not.toContain('쓰다 만 제목')
  await page.reload()
  await expect(field(page, '제목, 한국어')).toHaveValue('다 쓰지 못한 팝업')
  await api.remove(`/popups/${popup._id}`)
})

test('leaving with something unsaved asks, and every answer does what it says', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '두고 나갈 팝업')
  const leave = () => page.getByRole('link', { name: /^목록으로/ }).click()
  const dialog = page.getByRole('dialog', { name: '저장하지 않고 나가시겠습니까?' })
  await field(page, '제목, 한국어').fill('아직 저장 안 함')
  await leave()
  await expect(dialog).toContainText('제목')
  await dialog.getByRole('button', { name: '계속 작성' }).click()
  await expect(field(page, '제목, 한국어')).toHaveValue('아직 저장 안 함')
  await leave()
  await dialog.getByRole('button', { name: '임시 저장하고 나가기' }).click()
  await expect(page).toHaveURL(/\/console\/popups$/)
  await page.goto(`/console/popups/${popup._id}`)
  await expect(field(page, '제목, 한국어')).toHaveValue('아직 저장 안 함')
  await leave()
  await dialog.getByRole('button', { name: '저장하고 나가기', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/popups$/)
  expect((await read()).title.ko).toBe('아직 저장 안 함')
  await page.goto(`/console/popups/${popup._id}`)
  await field(page, '제목, 한국어').fill('버릴 것')
  await leave()
  await dialog.getByRole('button', { name: '변경을 버리고 나가기' }).click()
  await page.goto(`/console/popups/${popup._id}`)
  await expect(field(page, '제목, 한국어')).toHaveValue('아직 저장 안 함')
  await api.remove(`/popups/${popup._id}`)
})

test('a stale edit is shown the other’s change: joined where it does not overlap, chosen where it does', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '둘이 고치는 팝업')
  await field(page, '제목, 한국어').fill('내가 고친 제목')
  await field(page, '연결 주소').fill('/mine')
  await api.put(`/popups/${popup._id}`, {
    title: { ...popup.title, ko: '남이 고친 제목' },
    position: 9,
    updatedAt: popup.updatedAt,
  })
  await save(page)
  const dialog = page.getByRole('dialog', { name: /먼저 이 항목을 저장했습니다/ })
  await expect(dialog).toContainText('한이담')
  await expect(dialog).toContainText('순서')
  await expect(dialog).toContainText('반영됨')
  const merge = dialog.getByRole('button', { name: /선택한 내용으로 병합해 저장/ })
  await expect(merge).toBeDisabled()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog).toContainText('선택하지 않은 항목이 1곳 있습니다')
  await dialog.getByRole('radio', { name: /다른 사용자의 변경/ }).check()
  await expect(merge).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('저장했습니다')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await read()).toMatchObject({ title: { ko: '남이 고친 제목' }, link: '/mine', position: 9 })

  await field(page, '제목, 한국어').fill('따로 둘 제목')
  const newer = await read()
  await api.put(`/popups/${popup._id}`, { title: { ko: '또 남이' }, updatedAt: newer.updatedAt })
  await save(page)
  await dialog.getByRole('button', { name: '내 변경을 별도로 보관' }).click()
  await expect(page).not.toHaveURL(new RegExp(popup._id))
  await expect(field(page, '제목, 한국어')).toHaveValue('따로 둘 제목')
  const copy = page.url().split('/').at(-1)
  expect((await api.get(`/popups/${copy}`)).popup).toMatchObject({ visible: false, title: { ko: '따로 둘 제목' } })
  await api.remove(`/popups/${copy}`)
  await api.remove(`/popups/${popup._id}`)
})

test('two people’s paragraphs of one text are joined; the same paragraph is chosen', async ({ page, logIn }) => {
  await logIn(page)
  const api = await apiOf(page)
  const text = (body: string) => ({ ko: { subject: '문단이 셋인 글', body, state: 'draft' } })
  const { board } = await api.post('/boards', newPost('x', { texts: text('<p>첫째</p><p>둘째</p><p>셋째</p>') }))
  await page.goto(`/console/boards/${board._id}`)
  const body = page.getByRole('textbox', { name: '본문, 한국어' })
  await body.getByText('셋째').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' 내가')
  await api.put(`/boards/${board._id}`, {
    texts: text('<p>첫째 남이</p><p>둘째</p><p>셋째 남이</p>'),
    updatedAt: board.updatedAt,
  })
  await save(page)
  const dialog = page.getByRole('dialog', { name: /먼저 이 항목을 저장했습니다/ })
  await expect(dialog).toContainText('본문 3문단')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: /선택한 내용으로 병합해 저장/ }).click()
  await expect(page.getByText('저장했습니다')).toBeVisible()
  expect((await api.get(`/boards/${board._id}`)).board.texts.ko.body).toBe(
    '<p>첫째 남이</p><p>둘째</p><p>셋째 내가</p>',
  )
  await api.remove(`/boards/${board._id}`)
})

test('a server that is away takes nothing; saving goes on when it is back', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '끊긴 사이의 팝업')
  await page.route('**/api/console/popups/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: '저장소에 잠시 연결할 수 없습니다.', code: 'unavailable' } })
      : route.continue(),
  )
  await field(page, '제목, 한국어').fill('끊겨도 남는 제목')
  await save(page)
  await expect(foot(page)).toContainText('저장소에 잠시 연결할 수 없습니다.')
  await expect(field(page, '제목, 한국어')).toHaveValue('끊겨도 남는 제목')
  await page.unroute('**/api/console/popups/*')
  await save(page)
  await expect(page.getByText('저장했습니다')).toBeVisible()
  expect((await read()).title.ko).toBe('끊겨도 남는 제목')
  await api.remove(`/popups/${popup._id}`)
})

test('a save that found no connection says so until the connection is back', async ({ page, context, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '끊겼다 이어지는 팝업')
  await context.setOffline(true)
  await field(page, '제목, 한국어').fill('이어진 뒤의 제목')
  await save(page)
  await expect(foot(page)).toContainText(m.account_error_network())
  await context.setOffline(false)
  await expect(foot(page)).not.toContainText(m.account_error_network())
  await expect(field(page, '제목, 한국어')).toHaveValue('이어진 뒤의 제목')
  await save(page)
  await expect.poll(async () => (await read()).title.ko).toBe('이어진 뒤의 제목')
  await api.remove(`/popups/${popup._id}`)
})

test('a title keeps the line break it has, and takes another', async ({ page, logIn }) => {
  await logIn(page)
  const api = await apiOf(page)
  const { section } = await api.post('/pages', { page: 'breaks', kind: 'values', title: { ko: '첫 줄\n둘째 줄' } })
  await page.goto(`/console/pages/${section._id}`)
  const name = field(page, `${m.list_column_name()}, 한국어`).first()
  await name.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await page.keyboard.type('셋째')
  await page.getByRole('button', { name: m.draft_publish() }).click()
  await expect.poll(async () => (await api.get(`/pages/${section._id}`)).section.title.ko).toBe('첫 줄\n둘째 줄!\n셋째')
  await api.remove(`/pages/${section._id}`)
})

test('a line break survives in a field that is one line everywhere else', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '평범한 제목')
  const { updatedAt } = await read()
  await api.put(`/popups/${popup._id}`, { title: { ko: '두 줄인\n제목' }, updatedAt })
  await page.reload()
  await field(page, '제목, 한국어').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await save(page)
  await expect.poll(async () => (await read()).title.ko).toBe('두 줄인\n제목!')
  await api.remove(`/popups/${popup._id}`)
})

test('a deletion names what it deletes', async ({ page, logIn }) => {
  await logIn(page)
  const { api } = await openPopup(page, '지울 팝업')
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '‘지울 팝업’ 항목을 삭제하시겠습니까?' })
  await dialog.getByRole('button', { name: '‘지울 팝업’ 삭제' }).click()
  await expect(page).toHaveURL(/\/console\/popups$/)
  const { popups } = await api.get('/popups?q=%EC%A7%80%EC%9A%B8')
  expect(popups).toEqual([])
})

test('a picture is uploaded with progress, gets its words, and is kept with the record', async ({ page, logIn }) => {
  await logIn(page)
  const { api, popup, read } = await openPopup(page, '그림을 다는 팝업')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '이미지: 파일 선택' }).click(),
  ])
  await chooser.setFiles('assets/pictures/news/news-05/1200.webp')
  await expect(page.getByRole('textbox', { name: '대체 텍스트, 한국어' })).toBeVisible()
  await page.getByRole('textbox', { name: '대체 텍스트, 한국어' }).fill('시험용 그림')
  await page.getByRole('textbox', { name: '대체 텍스트, 한국어' }).blur()
  await expect(page.getByText('대체 텍스트를 저장했습니다.')).toBeVisible()
  await save(page)
  await expect(page.getByText('저장했습니다', { exact: true })).toBeVisible()
  expect((await read()).picture.alt.ko).toBe('시험용 그림')
  await page.locator('#field-picture-row').getByRole('button', { name: '삭제', exact: true }).click()
  await save(page)
  await expect.poll(async () => (await read()).picture).toBeNull()
  await api.remove(`/popups/${popup._id}`)
})

test('settings say what will change before it is saved', async ({ page, logIn }) => {
  await logIn(page)
  await page.goto('/console/setting')
  const phone = field(page, '대표 전화')
  const before = await phone.inputValue()
  await phone.fill('02-000-9999')
  await page.getByRole('button', { name: '변경 내용 보기' }).click()
  const dialog = page.getByRole('dialog', { name: '변경 내용 보기' })
  await expect(dialog.locator('ins')).toHaveText('02-000-9999')
  await expect(dialog.locator('del')).toHaveText(before)
  await page.keyboard.press('Escape')
  await save(page)
  await expect(page.getByText('저장했습니다')).toBeVisible()
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/setting')).json()).setting.phone)
    .toBe('02-000-9999')
  await phone.fill(before)
  await save(page)
  await expect(foot(page)).toContainText('변경 사항 없음')
})

test('a day that cannot be read beside the calendar leaves calendar and field as they are', async ({ page, logIn }) => {
  await logIn(page)
  const api = await apiOf(page)
  const { popup } = await api.post(
    '/popups',
    newPopup('날짜를 잘못 쓴 팝업', { startAt: '2027-03-08T15:00:00.000Z', endAt: '2027-03-11T15:00:00.000Z' }),
  )
  await page.goto(`/console/popups?view=calendar&month=2027-03&popup=${popup._id}`)
  const start = field(page, '기간, 시작')
  await start.fill('봄 언젠가')
  await page.keyboard.press('Tab')
  await save(page)
  await expect(start).toHaveAttribute('aria-invalid', 'true')
  await expect(start).toHaveValue('봄 언젠가')
  await expect(page.locator(`[data-bar="${popup._id}"]`)).toBeVisible()
  await api.remove(`/popups/${popup._id}`)
})

test('a popup is moved on the calendar by keys, and saved beside it', async ({ page, logIn }) => {
  await logIn(page)
  const api = await apiOf(page)
  const { popup } = await api.post(
    '/popups',
    newPopup('달력의 팝업', { startAt: '2027-03-08T15:00:00.000Z', endAt: '2027-03-11T15:00:00.000Z' }),
  )
  await page.goto(`/console/popups?view=calendar&month=2027-03&popup=${popup._id}`)
  const bar = page.locator(`[data-bar="${popup._id}"]`)
  // Within one breath: no press may wait until the one before is drawn.
  await bar.evaluate((element) => {
    const press = (shiftKey: boolean) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey, bubbles: true, cancelable: true }),
      )
    press(false)
    press(true)
  })
  await expect(field(page, '기간, 시작')).toHaveValue(/03\.10/)
  await expect(page.getByText('변경 1건')).toBeVisible()
  await save(page)
  await expect(page.getByText('저장했습니다')).toBeVisible()
  expect((await api.get(`/popups/${popup._id}`)).popup).toMatchObject({
    startAt: '2027-03-09T15:00:00.000Z',
    endAt: '2027-03-13T15:00:00.000Z',
  })
  const box = await bar.boundingBox()
  const day = await page.locator('[data-day="2027-03-11"]').boundingBox()
  if (!box || !day) throw new Error('the calendar is not drawn')
  await page.mouse.move(box.x + 30, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(day.x + 60, day.y + 40, { steps: 8 })
  await page.mouse.up()
  await expect(field(page, '기간, 시작')).not.toHaveValue(/03\.10/)
  await page.getByRole('button', { name: '변경 모두 취소' }).click()
  await api.remove(`/popups/${popup._id}`)
})
