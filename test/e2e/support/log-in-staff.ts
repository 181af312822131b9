import type { Page } from '@playwright/test'

/** Returns an API client of the page's account, to act as a colleague and to read what is stored. */
export const apiOf = async (page: Page) => {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken') ?? '')
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'ko' }
  const call = async (method: string, path: string, data?: object) => {
    const response = await page.request.fetch(`/api/console${path}`, { method, headers, ...(data && { data }) })
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
    return response.status() === 204 ? {} : await response.json()
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, data: object) => call('POST', path, data),
    put: (path: string, data: object) => call('PUT', path, data),
    remove: (path: string) => call('DELETE', path),
  }
}

/** Body of a Korean draft post with the fields a test needs. */
export const newPost = (subject: string, fields: object = {}) => ({
  code: 'news',
  texts: { ko: { subject, summary: '', body: `<p>${subject}의 본문입니다.</p>`, state: 'draft' } },
  ...fields,
})

export const newPopup = (title: string, fields: object = {}) => ({
  title: { ko: title, en: `${title} in English` },
  paths: ['/nowhere'],
  visible: true,
  ...fields,
})

/** Options for `expect.poll` on API answers: Playwright's default intervals grow to 1 s. */
export const often = { intervals: [100] }
