import type { Browser, Page } from '@playwright/test'
import { type Application, logIn as headersOf } from '../../server/start-application.ts'
import { callAs, type Joined, joinCompany, openFair, takePart } from './match-companies.ts'
import { beginSession } from './product-fixture.ts'

const minute = 60_000
const day = 1440 * minute

export interface Scene {
  fair: string
  buyer: Joined
  buyerId: string
  sellers: { company: Joined; id: string }[]
  slots: string[]
}

/**
 * Creates a fair with a buyer and sellers. Each day has two slots from 10:00 in Seoul, a break, and three more slots.
 */
export const createScene = async (
  product: Application,
  name: string,
  count = 2,
  timeZone = 'America/Los_Angeles',
  days = 2,
) => {
  const start = Math.floor(Date.now() / day) * day + 3 * day + 60 * minute
  const span = (from: number, minutes: number) => ({
    startAt: new Date(start + from).toISOString(),
    endAt: new Date(start + from + minutes * minute).toISOString(),
  })
  const begins = Array.from({ length: days }, (_, index) => index * day)
  const fair = await openFair(product, name, {
    startsAt: span(0, 0).startAt,
    endsAt: span((days - 1) * day, 180).endAt,
    sessions: begins.map((from) => span(from, 180)),
    breaks: begins.map((from) => ({
      ...span(from + 60 * minute, 30),
      title: { ko: '점심', en: 'Lunch', cn: '午餐' },
    })),
  })
  const buyer = await joinCompany(product, `${name} 바이어`)
  const buyerId = await takePart(product, fair, 'buyer', buyer, { timeZone })
  const sellers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const company = await joinCompany(product, `${name} 셀러 ${index + 1}`)
      return { company, id: await takePart(product, fair, 'seller', company) }
    }),
  )
  const buyerHeaders = await headersOf(product, buyer.username)
  const { slots } = await callAs<{ slots: { _id: string }[] }>(
    product,
    buyerHeaders,
    'GET',
    `/api/v1/me/schedules/${fair}`,
  )
  return { fair, buyer, buyerId, sellers, slots: slots.map(({ _id }) => _id) } satisfies Scene
}

export const saveFreeTimes = async (product: Application, { fair, buyer, slots }: Scene, way = 'online') =>
  callAs(product, await headersOf(product, buyer.username), 'PUT', `/api/v1/me/schedules/${fair}`, {
    times: slots.map((slot) => ({ slot, way })),
  })

/** The buyer requests a meeting and the seller offers the slots in `picks`, if any; returns the id of the matching. */
export const requestAndOffer = async (product: Application, scene: Scene, index: number, picks: readonly number[]) => {
  const seller = scene.sellers[index]
  if (!seller) throw new Error('There is no such seller')
  const buyerHeaders = await headersOf(product, scene.buyer.username)
  const request = { fair: scene.fair, seller: seller.id }
  const { matching } = await callAs<{ matching: { _id: string } }>(
    product,
    buyerHeaders,
    'POST',
    '/api/v1/me/matchings',
    request,
  )
  const path = `/api/v1/me/matchings/${matching._id}/schedules`
  if (picks.length > 0)
    await callAs(product, await headersOf(product, seller.company.username), 'POST', path, {
      slots: picks.map((pick) => scene.slots[pick]),
    })
  return matching._id
}
export const confirmMeeting = async (product: Application, scene: Scene, index: number, slot: number) => {
  const id = await requestAndOffer(product, scene, index, [slot])
  await callAs(product, await headersOf(product, scene.buyer.username), 'PUT', `/api/v1/me/matchings/${id}/schedules`, {
    slot: scene.slots[slot],
  })
  return id
}

export const openAs = async (page: Page, product: Application, { username }: Joined, path: string) => {
  await beginSession(page, product, username)
  await page.goto(path)
}

export const openTouchContext = (browser: Browser, product: Application) =>
  browser.newContext({
    baseURL: product.url,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
