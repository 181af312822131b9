import jsqr from 'jsqr'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { checkins } from '#match/checkins/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMeeting } from '../../factory.ts'

// The check-in desk accepts the badge that a company shows.

const api = prepareTestApi()
beforeAll(async () => {
  // Noon of the next day in Seoul, so that a meeting at the next full hour is on the same day.
  const now = api.clock.now().getTime()
  api.clock.forward(seoulDayOf(now).ends + 12 * 3_600_000 - now)
})

const clientOf = (actor: Parameters<TestApi['client']>[1]) => api.client(contract, actor)
const meet = async (way: 'online' | 'offline') => {
  const [selling, buying] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id, fairId } = await buildMeeting(api.context, {
    seller: selling.userId,
    buyer: buying.userId,
    inHours: 0,
    way,
  })
  return { id, fairId, seller: clientOf(selling), buyer: clientOf(buying) }
}

/** Decodes the QR code of an SVG, as a camera would. */
const decodeQr = async (svg: string): Promise<string> => {
  const margins = { top: 40, bottom: 40, left: 40, right: 40, background: '#fff' }
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(320)
    .flatten({ background: '#fff' })
    .extend(margins)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const decode = typeof jsqr === 'function' ? jsqr : jsqr.default
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: CallRefused) => ({ status: error.status, fields: Object.keys(error.refusal.fields ?? {}) }),
  )

it('gives each side its own badge, which the check-in desk accepts', async () => {
  const { id, fairId, seller, buyer } = await meet('offline')
  const door = api.client(checkins, await api.actor(['console', 'console:fairs']))
  const codes: string[] = []
  for (const side of [seller, buyer]) {
    const { badge } = await side.badge({ params: { id } })
    const code = codeIn(await decodeQr(badge.qr)) ?? ''
    expect(codeIn(badge.words)).toBe(code)
    codes.push(code)
    const at = api.context.now().toISOString()
    const { outcomes } = await door.arrive({ params: { id: fairId }, body: { arrivals: [{ code, at }] } })
    expect(outcomes).toMatchObject([{ code, result: 'in' }])
  }
  expect(new Set(codes).size).toBe(2)
})

it('refuses a badge for an online meeting, a past meeting and another company', async () => {
  const online = await meet('online')
  expect(await refusalOf(online.seller.badge({ params: { id: online.id } }))).toEqual({
    status: 409,
    fields: ['state'],
  })
  const { id, buyer } = await meet('offline')
  expect(await refusalOf(online.buyer.badge({ params: { id } }))).toMatchObject({ status: 404 })
  await api.context.database.execute(`UPDATE matchings SET state = 'held' WHERE id = '${id}'`)
  expect(await refusalOf(buyer.badge({ params: { id } }))).toMatchObject({ status: 409 })
})
