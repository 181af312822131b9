import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paper, paperOf } from '../../files/build-pdf.ts'
import { announce, offsetOf, sendPiece } from '../../files/send-in-chunks.ts'
import { startApplication, logIn as tokensOf } from '../../server/start-application.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

const tongues = [
  ['', '개인정보로 보이는 내용이 2개', '2페이지', '삭제하고 다시 올리기', '그대로 보관'],
  ['/en', '2 items look like personal information', 'Page 2', 'Delete and upload again', 'Keep it as it is'],
  ['/cn', '发现 2 处疑似个人信息', '第 2 页', '删除后重新上传', '按原样保存'],
] as const

for (const [prefix, found, place, stop, keep] of tongues)
  test(`uploads a profile, reports personal information in it, and deletes or keeps it: ${prefix || '/'}`, {
    tag: '@deep',
  }, async ({ page, logIn }) => {
    await logIn(page, 'company')
    await page.goto(`${prefix}/me/company`)
    const input = page.locator('input[name=introduction]')
    const file = pdf('profile.pdf', paper(['A profile', 'tel 010-1234-5678, sales@example.com']))
    await input.setInputFiles(file)
    await expect(page.getByText(found)).toBeVisible()
    await expect(page.getByText(place).first()).toBeVisible()
    await expect(page.getByText('010-****-5678')).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.getByRole('button', { name: stop }).click()
    await expect(page.getByText('profile.pdf')).toHaveCount(0)
    await input.setInputFiles(file)
    await page.getByRole('button', { name: keep }).click()
    await expect(page.getByRole('button', { name: keep })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'profile.pdf' })).toBeVisible()
    await page.getByRole('button', { name: /^profile\.pdf/ }).click()
    await expect(page.getByText('profile.pdf')).toHaveCount(0)
  })

test(
  'resumes an upload after a broken connection and a reload with the same file',
  { tag: '@deep' },
  async ({ page, logIn }, { outputDir }) => {
    await logIn(page, 'company')
    await page.goto('/me/company')
    const input = page.locator('input[name=introduction]')
    // Write the file to disk: the page recognizes it by name, size and modification time.
    const file = join(outputDir, 'large.pdf')
    await mkdir(outputDir, { recursive: true })
    await writeFile(file, paperOf(11 * 1024 ** 2))
    let pieces = 0
    await page.route('**/introductions/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      pieces += 1
      // Only the first chunk arrives.
      return pieces === 1 ? route.continue() : route.abort('connectionreset')
    })
    await input.setInputFiles(file)
    await expect.poll(() => pieces, { intervals: [50] }).toBeGreaterThan(1)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText(/%까지 올렸습니다/)).toBeVisible()
    // Unroute only after the reload; otherwise the old page would send the second chunk.
    await page.unroute('**/introductions/uploads/*')
    const offsets: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    })
    await input.setInputFiles(file)
    await expect(page.getByText('개인정보로 보이는 내용이 없습니다.')).toBeVisible({ timeout: 30_000 })
    expect(Math.min(...offsets)).toBe(5 * 1024 ** 2)
    await page.getByRole('button', { name: /^large\.pdf/ }).click()
    await expect(page.getByText('large.pdf')).toHaveCount(0)
  },
)

test('keeps an upload of 50 MB intact over a SIGKILL of the server between two chunks', { tag: '@deep' }, async () => {
  test.setTimeout(180_000)
  const first = await startApplication()
  const { dataDirectory } = first
  const path = '/api/v1/me/introductions/uploads'
  const headers = await tokensOf(first, 'company')
  const bytes = paperOf(50 * 1024 ** 2)
  const upload = await announce(first.url, { path, ...headers }, 'large.pdf', bytes.length)
  expect(upload.status).toBe(201)
  const place = { path: upload.headers.get('location') ?? '', ...headers }
  expect((await sendPiece(first.url, place, 0, bytes.subarray(0, 20 * 1024 ** 2))).status).toBe(204)
  const cut = sendPiece(first.url, place, 20 * 1024 ** 2, bytes.subarray(20 * 1024 ** 2)).catch(() => undefined)
  first.process.kill('SIGKILL')
  await cut
  const second = await startApplication({ dataDirectory })
  try {
    const offset = (await offsetOf(second.url, place)) ?? -1
    expect(offset).toBeGreaterThanOrEqual(20 * 1024 ** 2)
    if (offset < bytes.length)
      expect((await sendPiece(second.url, place, offset, bytes.subarray(offset))).status).toBe(204)
    const answer = await fetch(`${second.url}/api/v1/me/introductions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ upload: place.path.split('/').at(-1) }),
    })
    expect(answer.status).toBe(201)
    const { introduction } = (await answer.json()) as { introduction: { file: { url: string; bytes: number } } }
    const stored = Buffer.from(await (await fetch(second.url + introduction.file.url)).arrayBuffer())
    expect(stored.equals(bytes)).toBe(true)
  } finally {
    await second.stop()
    await first.stop()
  }
})
