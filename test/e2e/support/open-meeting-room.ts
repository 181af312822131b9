import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { findSystemBrowser } from '../../../scripts/setup/install-browser.mjs'
import { type Application, logIn as headersOf } from '../../server/start-application.ts'
import { callAs, type Joined, joinCompany, openFair } from './match-companies.ts'

const executablePath = findSystemBrowser()
const minute = 60_000

export interface Meeting {
  seller: Joined
  buyer: Joined
  fair: string
  matching: string
}

/** The client chunk that contains `livekit-client`. */
export const liveKitFile = /livekit-client[^/]*\.js$/

/** Launches a browser with a fake camera and microphone. */
export const launchWithCamera = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--auto-select-desktop-capture-source=Entire screen',
    ],
  })

/** Creates two companies with a meeting tomorrow and a slot starting in minutes, to which staff can move it. */
export const arrangeMeeting = async (product: Application): Promise<Meeting> => {
  const desk = await headersOf(product, 'owner')
  const [seller, buyer] = await Promise.all([
    joinCompany(product, '결도자 상담'),
    joinCompany(product, '누리상사 상담'),
  ])
  const begin = Math.ceil((Date.now() + 4 * minute) / minute) * minute
  const at = (after: number) => new Date(begin + after * minute).toISOString()
  const fair = await openFair(product, '상담 페어', {
    startsAt: at(0),
    endsAt: at(26 * 60),
    sessions: [
      { startAt: at(0), endAt: at(30) },
      { startAt: at(24 * 60), endAt: at(26 * 60) },
    ],
  })
  await callAs(product, desk, 'POST', '/api/console/programmes', {
    programme: 'award',
    year: 2026,
    businessNumber: seller.businessNumber,
    company: seller.company,
  })
  const ids: Record<string, string> = {}
  for (const [role, one] of [
    ['seller', seller],
    ['buyer', buyer],
  ] as const) {
    const own = await headersOf(product, one.username)
    const rest = role === 'buyer' ? { buyerType: 'online', areaCity: '서울', interests: ['tableware'] } : {}
    const { introduction } = await callAs<{ introduction: { _id: string } }>(
      product,
      own,
      'POST',
      '/api/v1/me/profiles',
      { role, categories: ['tableware'], ...rest },
    )
    ids[role] = introduction._id
    const { fair: part } = await callAs<{ fair: { _id: string } }>(product, own, 'POST', '/api/v1/me/fairs', {
      fair,
      role,
    })
    await callAs(product, desk, 'POST', '/api/console/participations/decide', {
      ids: [part._id],
      state: 'approved',
    })
  }
  await callAs(product, await headersOf(product, seller.username), 'POST', '/api/v1/me/products', {
    name: { ko: '결 찻잔' },
    category: 'tableware',
    year: 2026,
    certificate: 'award',
  })
  const [selling, buying] = [await headersOf(product, seller.username), await headersOf(product, buyer.username)]
  const { slots } = await callAs<{ slots: { _id: string }[] }>(product, buying, 'GET', `/api/v1/me/schedules/${fair}`)
  await callAs(product, buying, 'PUT', `/api/v1/me/schedules/${fair}`, {
    times: slots.map(({ _id: slot }) => ({ slot, way: 'online' })),
  })
  const { matching } = await callAs<{ matching: { _id: string } }>(product, buying, 'POST', '/api/v1/me/matchings', {
    fair,
    seller: ids.seller,
  })
  const path = `/api/v1/me/matchings/${matching._id}/schedules`
  await callAs(product, selling, 'POST', path, { slots: [slots[1]?._id] })
  await callAs(product, buying, 'PUT', path, { slot: slots[1]?._id })
  return { seller, buyer, fair, matching: matching._id }
}

/** Moves the meeting, as staff, to the slot that starts in minutes. */
export const moveToNow = async (product: Application, { fair, matching, buyer }: Meeting) => {
  const { slots } = await callAs<{ slots: { _id: string }[] }>(
    product,
    await headersOf(product, buyer.username),
    'GET',
    `/api/v1/me/schedules/${fair}`,
  )
  await callAs(product, await headersOf(product, 'owner'), 'POST', `/api/console/matchings/${matching}/move`, {
    slot: slots[0]?._id,
    reason: '앞당김',
  })
}

export const visible = (page: Page, label: string | RegExp) => page.getByLabel(label)

/** Waits until a video plays: it has a size and its time advances. */
export const plays = async (page: Page, label: string) => {
  const video = page.locator('video', { has: page.locator(':scope') }).and(visible(page, label))
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth > 0 && element.currentTime > 0.2), {
      intervals: [100],
      timeout: 20_000,
    })
    .toBe(true)
}
