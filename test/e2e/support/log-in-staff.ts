import type { Page } from '@playwright/test'

/**
 * The API as the account that is logged in in the page: what a colleague at another desk does, and what is really kept.
 */
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

/** A draft in Korean with what a test needs. */
export const newPost = (subject: string, rest: object = {}) => ({
  code: 'news',
  texts: { ko: { subject, summary: '', body: `<p>${subject}의 본문입니다.</p>`, state: 'draft' } },
  ...rest,
})

export const newPopup = (title: string, rest: object = {}) => ({
  title: { ko: title, en: `${title} in English` },
  paths: ['/nowhere'],
  visible: true,
  ...rest,
})

/** For `expect.poll` on what the API answers: Playwright's own intervals grow to a second. */
export const often = { intervals: [100] }
