import { sql } from 'drizzle-orm'
import pg from 'pg'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { signValue } from '#kit/files/private-files.ts'
import { workbookOf } from '#kit/spreadsheet/write-workbook.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { matchingRatings } from '../../table.ts'
import { sheetsOf } from './export-workbook.ts'

const api = prepareTestApi()
let desk: Actor
let fairId: string
beforeAll(async () => {
  desk = await api.actor(['console', 'console:fairs'])
  fairId = (await buildFair(api.context, { tables: 4, rooms: 4, inHours: 72 })).id
  const [slot] = await listOpenSlots(api.context, fairId)
  if (!slot) throw new Error('The fair has no slot')
  const seller = await buildProfile(api.context, { role: 'seller', contactName: '=HYPERLINK("http://evil.example")' })
  const buyer = await buildProfile(api.context, { role: 'buyer', contactName: '김바이' })
  for (const { id } of [seller, buyer]) await buildParticipation(api.context, { fairId, profileId: id })
  await buildTimes(api.context, { fairId, buyerId: buyer.id })
  const { id } = await buildMatching(api.context, {
    fairId,
    sellerId: seller.id,
    buyerId: buyer.id,
    state: 'held',
    message: '+82 봄 신제품',
    agreed: '@견본 두 벌',
    way: 'online',
    slotId: slot.id,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    place: 1,
  })
  const createdAt = api.context.now()
  await api.services.database
    .insert(matchingRatings)
    .values({ matchingId: id, side: 'buyer', fit: 5, preparation: 4, outcome: 3, line: '좋았습니다', createdAt })
  await api.services.database.execute(sql`
    INSERT INTO fair_checkins (participation_id, day, at)
    SELECT id, '2027-03-02', '2027-03-01T15:30:00Z' FROM participations WHERE fair_id = ${fairId} LIMIT 1`)
})

const reason = '결과 보고서 작성'
const take = async (actor = desk) =>
  (await api.client(contract, actor).workbook({ params: { id: fairId }, body: { reason } })).url
const fetched = async (url: string) => {
  const response = await api.request({ method: 'GET', url, remoteAddress: '10.1.1.1' })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

interface Answer {
  rows: unknown[]
}

/** Calls `onAnswer` after each database answer and before the caller gets it, in transactions and through the pool. */
const watchQueries = (onAnswer: (answer: Answer, text: string) => Promise<void>) => {
  const { query } = pg.Client.prototype
  return vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const [{ text = '' }] = parameters as [{ text?: string }]
    const callback = parameters.at(-1)
    if (typeof callback === 'function')
      parameters.splice(-1, 1, (error: Error | null, answer: Answer) =>
        (error ? Promise.resolve() : onAnswer(answer, text)).then(() => callback(error, answer)),
      )
    const answer = Reflect.apply(query, this, parameters) as Promise<Answer> | undefined
    return answer?.then((found) => onAnswer(found, text).then(() => found))
  } as typeof query)
}

describe('the workbook of a fair', () => {
  it('has a sheet for each kind of record, in Seoul time, without executable formulas', async () => {
    const { status, headers, bytes } = await fetched(await take())
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
    const sheets = await readWorkbook(bytes)
    expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
      ['참가 기업', 3],
      ['가능 시간', 1 + (await listOpenSlots(api.context, fairId)).length],
      ['상담 요청', 2],
      ['상담', 2],
      ['입장', 2],
      ['평가', 2],
    ])
    const cells = sheets.flatMap(({ data }) => data.flat()).map((cell) => String(cell ?? ''))
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    expect(cells).toContain(`'=HYPERLINK("http://evil.example")`)
    expect(cells).toContain("'+82 봄 신제품")
    expect(cells).toContain("'@견본 두 벌")
    // 00:30 of the next day in Seoul.
    expect(cells).toContain('2027-03-02 00:30')
  })

  it('is logged with its reason, and its address expires after five minutes', async () => {
    const url = await take()
    const { rows } = await api.services.database.execute<{ after: object }>(
      sql`SELECT after FROM audit WHERE action = 'export' AND entity = 'fairs' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0]?.after).toMatchObject({ workbook: 'everything', reason })
    const until = api.clock.now().getTime() + 60_000
    const forged = signValue(new Uint8Array(32), 'workbook of a fair', { fair: fairId, locale: 'ko', until })
    expect((await fetched(`/files/fair.xlsx?token=${forged}`)).status).toBe(404)
    expect((await fetched('/files/fair.xlsx')).status).toBe(404)
    api.clock.forward(5 * 60_000 + 1)
    expect((await fetched(url)).status).toBe(404)
    desk = await api.actor(['console', 'console:fairs'])
  })

  it('requires a reason, write access and an existing fair', async () => {
    const refused = (call: Promise<unknown>) =>
      call.then(
        () => 'allowed',
        (error: CallRefused) => `${error.status} ${Object.keys(error.refusal.fields ?? {}).join()}`.trim(),
      )
    const client = api.client(contract, desk)
    expect(await refused(client.workbook({ params: { id: fairId }, body: { reason: ' ' } }))).toBe('400 reason')
    const none = { params: { id: '00000000-0000-0000-0000-000000000000' }, body: { reason } }
    expect(await refused(client.workbook(none))).toBe('404')
    const reader = await api.actor(['console', 'console:fairs:read'])
    expect(await refused(take(reader))).toBe('403')
  })

  it('reads at most 500 rows per query', async () => {
    const many = 1800
    await api.services.database.execute(sql`
      INSERT INTO matchings (id, fair_id, seller_id, buyer_id, message, state, created_at, updated_at)
      SELECT gen_random_uuid(), m.fair_id, m.seller_id, m.buyer_id, repeat('x', 200), 'declined', m.created_at, m.updated_at
      FROM matchings m, generate_series(1, ${many}) WHERE m.fair_id = ${fairId} AND m.state = 'held'`)
    const read: number[] = []
    const spy = watchQueries(async ({ rows }) => void read.push(rows.length))
    const { bytes } = await fetched(await take())
    spy.mockRestore()
    const requests = (await readWorkbook(bytes)).find(({ sheet }) => sheet === '상담 요청')
    expect(requests?.data.length).toBe(many + 2)
    expect(new Set(requests?.data.slice(1).map((row) => row.join())).size).toBeLessThanOrEqual(2)
    expect(Math.max(...read)).toBe(500)
  })
})

describe('a workbook that is read while meetings change', () => {
  const sheetsWhileChanged = async (read: () => Promise<Buffer>) => {
    const change = (state: string) =>
      api.services.database.execute(
        sql`UPDATE matchings SET state = ${state} WHERE fair_id = ${fairId} AND slot_id IS NOT NULL`,
      )
    let isChanged = false
    const spy = watchQueries(async (_answer, text) => {
      // At this point the requests have been read and the meetings have not.
      if (isChanged || !text.includes('LEFT JOIN match_products')) return
      isChanged = true
      await change('no_show')
    })
    const bytes = await read()
    spy.mockRestore()
    expect(isChanged).toBe(true)
    await change('held')
    const sheets = await readWorkbook(bytes)
    const states = (name: string, column: number) =>
      sheets
        .find(({ sheet }) => sheet === name)
        ?.data.slice(1)
        .map((row) => row[column])
        .filter((state) => state !== '거절') ?? []
    return { requests: states('상담 요청', 2), meetings: states('상담', 6) }
  }

  it('shows one consistent snapshot in all sheets', async () => {
    const url = await take()
    const { requests, meetings } = await sheetsWhileChanged(async () => (await fetched(url)).bytes)
    expect(requests).toHaveLength(1)
    expect(meetings).toEqual(requests)
  })

  it('contradicts itself without a snapshot (control)', { tags: ['deep'] }, async () => {
    const { requests, meetings } = await sheetsWhileChanged(async () =>
      Buffer.concat(await workbookOf(sheetsOf(api.context, fairId)).toArray()),
    )
    expect(meetings).toHaveLength(1)
    expect(meetings).not.toEqual(requests)
  })
})

describe("the workbook of a fair's matchings", () => {
  it('contains only requests and meetings, no contact data, and is logged', async () => {
    const { url } = await api.client(contract, desk).excel({ params: { id: fairId } })
    const { status, bytes } = await fetched(url)
    expect(status).toBe(200)
    const sheets = await readWorkbook(bytes)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['상담 요청', '상담'])
    expect(sheets.flatMap(({ data }) => data.flat()).join(' ')).not.toContain('김바이')
    const { rows } = await api.services.database.execute<{ after: object }>(
      sql`SELECT after FROM audit WHERE action = 'export' AND entity = 'fairs' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0]?.after).toEqual({ workbook: 'matchings' })
    // The token of one workbook does not open the other.
    expect((await fetched(url.replace('/files/matchings.xlsx', '/files/fair.xlsx'))).status).toBe(404)
  })

  it('requires an existing fair and read access', async () => {
    const none = { params: { id: '00000000-0000-0000-0000-000000000000' } }
    await expect(api.client(contract, desk).excel(none)).rejects.toMatchObject({ status: 404 })
    const stranger = api.client(contract, await api.actor(['console']))
    await expect(stranger.excel({ params: { id: fairId } })).rejects.toMatchObject({ status: 403 })
  })
})
