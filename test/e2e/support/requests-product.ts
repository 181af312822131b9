import type { Page } from '@playwright/test'
import { MailServer } from '../../providers/mail-server.ts'
import { type Application, startApplication } from '../../server/start-application.ts'
import { apiOf } from './log-in-staff.ts'
import { test as base, expect } from './product-fixture.ts'

/** Starts the product with a mail server that stores mails, and with a public address for links in mails. */
export const test = base.extend<object, { mails: MailServer; product: Application }>({
  mails: [
    async ({ browserName: _browser }, use) => {
      const mails = new MailServer()
      await use(mails)
      await mails.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ mails }, use) => {
      const product = await startApplication({
        environment: {
          SMTP_URL: await mails.listen(),
          PUBLIC_URL: 'http://daecheong.example',
          TRUST_PROXY: 'loopback',
        },
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

export { expect }

let senders = 0
/** Submits a request; returns its number. */
export const sendRequest = async (page: Page, message = '거실 쪽 천장에 물 얼룩이 번집니다.', rest: object = {}) => {
  const { kind } = await (await page.request.get('/api/v1/forms/consult')).json()
  const answers = {
    name: '오세진',
    phone: '010-0000-4171',
    email: 'sejin@estate.example',
    practice: 'building',
    building: '새솔마루 3단지',
    region: 'incheon',
    households: '976',
    message,
    ...rest,
  }
  const sent = await page.request.post('/api/v1/forms/consult', {
    data: { answers, consent: kind.privacyVersion, elapsed: 60_000 },
    headers: {
      'idempotency-key': `inbox-${Date.now()}-${Math.random()}`,
      // Use a new IP address per request: one address may send ten in ten minutes.
      'x-forwarded-for': `10.1.${senders >> 8}.${senders++ & 255}`,
    },
  })
  expect([sent.status(), await sent.text()]).toEqual([201, expect.any(String)])
  return (await sent.json()).receipt.number as string
}

/** Submits a request and opens it; `change` updates it as a colleague would. */
export const openRequest = async (page: Page, message?: string, rest: object = {}) => {
  const number = await sendRequest(page, message, rest)
  const api = await apiOf(page)
  const { forms } = await api.get(`/forms?q=${number}`)
  const id = forms[0]._id as string
  await page.goto(`/console/forms/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  const read = async () => (await api.get(`/forms/${id}`)).form
  const change = async (body: object) => api.put(`/forms/${id}`, { ...body, updatedAt: (await read()).updatedAt })
  return { id, number, api, read, change }
}

/** Opens a menu by its button and chooses an item. */
export const choose = async (page: Page, button: RegExp, item: string | RegExp) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item, exact: typeof item === 'string' }).click()
}
