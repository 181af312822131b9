import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { picture } from '../../files/sample-files.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { apiOf, newPost, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

const body = (page: Page) => page.getByRole('textbox', { name: `${m.boards_body()}, 한국어` })

/** Pastes what other programs put on the clipboard: HTML, plain text and an image of the same content. */
const paste = async (page: Page, { html, text = '', image }: { html?: string; text?: string; image?: Buffer }) => {
  await body(page).click()
  await page.keyboard.press('Control+End')
  await body(page).evaluate(
    (element, content) => {
      const data = new DataTransfer()
      if (content.html) data.setData('text/html', content.html)
      if (content.text) data.setData('text/plain', content.text)
      if (content.image) {
        const bytes = Uint8Array.from(atob(content.image), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    { html, text, image: image?.toString('base64') },
  )
}

test('pastes cells as a table, drops pictures of other sites, and uploads a single picture', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/boards')
  const api = await apiOf(page)
  const { board } = await api.post('/boards', newPost('붙여 넣을 글'))
  const path = `/boards/${board._id}`
  const read = async () => (await api.get(path)).board.texts.ko.body as string
  await navigateTo(page, `/console${path}`)
  await test.step('keeps cells of a spreadsheet as cells, although the clipboard also has their picture', async () => {
    await paste(page, {
      html: '<html><body><table><tr><td>101동</td><td>3건</td></tr><tr><td>102동</td><td>5건</td></tr></table></body></html>',
      text: '101동\t3건\n102동\t5건',
      image: await picture('png'),
    })
    await expect(body(page).locator('table')).toContainText('102동')
    await expect(body(page).locator('img')).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect.poll(read, often).toContain('102동')
    expect(await read()).not.toContain('<img')
  })
  await test.step('drops pictures of other sites and notifies the author', async () => {
    await paste(page, {
      html: '<p>앞 문단</p><p><img src="https://elsewhere.example/a.png" alt="사진"></p><figure><img src="data:image/png;base64,AAAA"><figcaption>설명</figcaption></figure><p>뒤 문단</p>',
      text: '앞 문단 뒤 문단',
    })
    await expect(body(page)).toContainText('뒤 문단')
    await expect(body(page).locator('img')).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: m.editor_pictures_elsewhere({ count: 2 }) })).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect.poll(read, often).toContain('뒤 문단')
    expect(await read()).not.toContain('<figure')
  })
  await test.step('keeps a list of Word as a list, and notifies of its picture', async () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span>${text}</span></p>`
    await paste(page, {
      html: `<html><body><!--StartFragment--><p class=MsoNormal>조사 순서</p>${item(1, '1.', '접수')}\n${item(2, '·', '전화')}\n${item(1, '2.', '조사')}<p class=MsoNormal><![if !vml]><img src="file:///C:/clip_image001.png"><![endif]>끝</p><!--EndFragment--></body></html>`,
      text: '조사 순서 접수 전화 조사 끝',
    })
    await expect(body(page).locator('ol > li')).toHaveCount(2)
    await expect(body(page).locator('ol ul > li')).toHaveText('전화')
    await expect(page.getByRole('alert').filter({ hasText: m.editor_pictures_elsewhere({ count: 1 }) })).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect
      .poll(read, often)
      .toContain('<ol><li><p>접수</p><ul><li><p>전화</p></li></ul></li><li><p>조사</p></li></ol>')
    expect(await read()).not.toContain('·')
  })
  await test.step('uploads a single picture where it is pasted', async () => {
    await paste(page, { html: '<img src="https://elsewhere.example/a.png" alt="">', image: await picture('png') })
    await expect(body(page).locator('figure img[src^="/files/"]')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect.poll(read, often).toMatch(/<figure><img src="\/files\//)
  })
  await api.remove(path)
})
