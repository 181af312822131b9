import { expect, test } from './page-fixture.ts'

for (const [path, words] of [
  ['/business/maintenance?preview=x', '미리보기를 열 수 없습니다'],
  ['/en/business/maintenance?preview=x', 'Can’t open this preview'],
  ['/cn/business/maintenance?preview=', '预览无法打开'],
] as const)
  test(`refuses the preview ${path} without its token`, async ({ read }) => {
    const { status, headers, html } = await read(path)
    expect([status, headers.get('cache-control')]).toEqual([403, 'no-store'])
    expect(html).toContain(words)
  })

test('answers the same address without a preview', async ({ read }) => {
  const { status, headers } = await read('/business/maintenance')
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
