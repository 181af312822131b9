import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { bids } from '#auction/bids/contract.ts'
import { endLot } from '#auction/bids/factory.ts'
import { buildSale } from '#auction/sales/factory.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { buildWork } from '#auction/works/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { auctions } from '../contract.ts'
import { buildAuction, buildDeposit, buildRegistration, depositInput } from '../factory.ts'
import { auctionRegistrations } from '../table.ts'

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.actor(['console', 'console:auction'])
})

const refundTo = { bank: '한빛은행', number: '110-000-123456', holder: '홍길동' }
const staffClient = () => api.client(auctions, staff)
const bid = (actor: Actor, id: string, amount = 100_000) =>
  api.client(bids, actor).place({ params: { id }, body: { kind: 'open', amount } })

const setUp = async () => {
  const program = await buildAuction(api.context, { deposit: depositInput })
  const work = await buildWork(api.context, { program: program.id })
  return { program, work }
}

it('requests a deposit with the terms, lets the bidder bid once received, and mails each step', async () => {
  const { program, work } = await setUp()
  const member = await api.actor([], { email: 'deposit@mail.example' })
  const own = api.client(auctions, member)
  const params = { id: program.id }
  expect((await own.open({ params })).program.deposit).toBe(depositInput.amount)
  // The house's account is shown to registered members only.
  expect(JSON.stringify(await own.open({ params }))).not.toContain(depositInput.number)
  expect((await own.entry({ params })).entry).toMatchObject({ mayBid: false, deposit: null })
  await expect(own.setRefundTo({ params, body: { account: refundTo } })).rejects.toMatchObject({ status: 404 })
  const { entry } = await own.enter({ params, body: { termsVersion: 1 } })
  expect(entry).toMatchObject({
    state: 'approved',
    mayBid: false,
    deposit: {
      state: 'due',
      amount: 500_000,
      reference: expect.stringMatching(/^DP\d+$/),
      payTo: { bank: depositInput.bank, number: depositInput.number, holder: depositInput.holder },
    },
  })
  const days = (Date.parse(entry.deposit?.dueAt ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.1)
  // Registering again keeps the same deposit.
  expect((await own.enter({ params, body: { termsVersion: 1 } })).entry.deposit).toEqual(entry.deposit)
  await expect(bid(member, work.id)).rejects.toMatchObject({
    status: 409,
    refusal: { current: { reason: 'not_entitled' } },
  })

  await expect(own.setRefundTo({ params, body: { account: { ...refundTo, number: 'none' } } })).rejects.toMatchObject({
    status: 400,
  })
  const changed = await own.setRefundTo({ params, body: { account: refundTo } })
  expect(changed.entry.deposit?.refundTo).toEqual({ ...refundTo, number: '***-***-**3456' })
  const [row] = await api.context.database
    .select()
    .from(auctionRegistrations)
    .where(eq(auctionRegistrations.programId, program.id))
  expect(row?.sealed?.toString('latin1')).not.toContain('123456')

  const of = { id: program.id, entry: row?.id ?? '' }
  await expect(staffClient().setDeposit({ params: of, body: { state: 'refused', reason: '' } })).rejects.toMatchObject({
    status: 400,
  })
  await expect(staffClient().setDeposit({ params: of, body: { state: 'returned' } })).rejects.toMatchObject({
    status: 409,
  })
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => staffClient().setDeposit({ params: of, body: { state: 'received' } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await own.entry({ params })).entry.mayBid).toBe(true)
  await bid(member, work.id)

  // Not refundable while the bidder leads or has not paid for a won lot.
  const back = () => staffClient().setDeposit({ params: of, body: { state: 'returned' } })
  const owes = { status: 409, refusal: { fields: { state: expect.stringContaining('돌려줄 수 없습니다') } } }
  await expect(back()).rejects.toMatchObject(owes)
  await endLot(api.context, work.id)
  await closeLots(api.context)
  await expect(back()).rejects.toMatchObject(owes)
  await api.context.database.execute(
    sql`UPDATE auction_sales SET state = 'paid', paid_at = now() WHERE work_id = ${work.id}`,
  )
  const { entry: returned } = await back()
  expect(returned.deposit).toMatchObject({ state: 'returned', refundTo: null, returnedAt: expect.any(String) })

  const mails = await api.context.database.select().from(outbox).where(sql`recipient = 'deposit@mail.example'`)
  const depositMails = mails.filter(({ subject }) => subject.includes('보증금'))
  expect(depositMails.map(({ subject }) => subject.split('] ')[1])).toEqual([
    '보증금 입금을 안내드립니다',
    '보증금이 입금되었습니다',
    '보증금을 돌려드렸습니다',
  ])
  for (const text of ['500,000', depositInput.number, entry.deposit?.reference])
    expect(depositMails[0]?.text).toContain(text)
})

it('refuses a deposit with a reason, after which it can be requested again, and not through another auction', async () => {
  const { program } = await setUp()
  const member = await api.actor([], { email: 'refused@mail.example' })
  const own = api.client(auctions, member)
  const params = { id: program.id }
  const { id } = await buildDeposit(api.context, { programId: program.id, userId: member.userId, deposit: 'due' })
  const otherAuction = await buildAuction(api.context)
  const body = { state: 'refused' as const, reason: '기한 안에 입금되지 않았습니다.' }
  await expect(staffClient().setDeposit({ params: { id: otherAuction.id, entry: id }, body })).rejects.toMatchObject({
    status: 404,
  })
  await staffClient().setDeposit({ params: { id: program.id, entry: id }, body })
  expect((await own.entry({ params })).entry.deposit).toMatchObject({ state: 'refused', reason: body.reason })
  expect((await own.enter({ params, body: { termsVersion: 1 } })).entry.deposit).toMatchObject({
    state: 'due',
    reason: '',
  })
  const { entries } = await staffClient().entries({ params, query: { deposit: 'due' } })
  expect(entries.map(({ user }) => user._id)).toEqual([member.userId])
  expect((await staffClient().entries({ params, query: { deposit: 'returned' } })).entries).toEqual([])
})

it('requests no deposit from a refused bidder or for a cancelled auction, and keeps the record of a refund', async () => {
  const { program } = await setUp()
  const params = { id: program.id }
  const enterAgain = async (overrides: Partial<typeof auctionRegistrations.$inferSelect>) => {
    const member = await api.actor([], { email: `asks-${overrides.deposit}-${overrides.state}@mail.example` })
    const entry = await buildDeposit(api.context, { programId: program.id, userId: member.userId, ...overrides })
    const { entry: after } = await api.client(auctions, member).enter({ params, body: { termsVersion: 1 } })
    return { entry, after: after.deposit }
  }
  const refused = await enterAgain({
    state: 'refused',
    reason: '승인 거절',
    deposit: 'refused',
    depositReason: '승인 거절',
    receivedAt: null,
  })
  expect(refused.after).toMatchObject({ state: 'refused', reason: '승인 거절' })
  const at = api.context.now()
  const returned = await enterAgain({ deposit: 'returned', receivedAt: at, returnedAt: at })
  expect(returned.after).toMatchObject({
    state: 'returned',
    receivedAt: at.toISOString(),
    returnedAt: at.toISOString(),
    reference: `DP${returned.entry.depositNumber}`,
  })
  const again = await enterAgain({ state: 'approved', deposit: 'refused', depositReason: '늦음', receivedAt: null })
  expect(again.after).toMatchObject({ state: 'due', receivedAt: null })
  const mails = await api.context.database.select().from(outbox).where(sql`recipient LIKE 'asks-%'`)
  expect(mails.map(({ recipient }) => recipient)).toEqual(['asks-refused-approved@mail.example'])

  const newcomer = await api.actor([])
  await staffClient().cancel({ params, body: { reason: '위탁자의 사정으로 취소합니다.' } })
  await expect(api.client(auctions, newcomer).enter({ params, body: { termsVersion: 1 } })).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { termsVersion: expect.stringContaining('취소') } },
  })
  expect((await api.client(auctions, newcomer).entry({ params })).entry.deposit).toBeNull()
})

it('deletes the refund account when a deposit is refused', async () => {
  const { program } = await setUp()
  const member = await api.actor([])
  const { id } = await buildDeposit(api.context, { programId: program.id, userId: member.userId, deposit: 'due' })
  await api.client(auctions, member).setRefundTo({ params: { id: program.id }, body: { account: refundTo } })
  const { entry } = await staffClient().setDeposit({
    params: { id: program.id, entry: id },
    body: { state: 'refused', reason: '기한 안에 입금되지 않았습니다.' },
  })
  expect(entry.deposit?.refundTo).toBeNull()
  const [row] = await api.context.database.select().from(auctionRegistrations).where(eq(auctionRegistrations.id, id))
  expect(row?.sealed).toBeNull()
})

it('cannot refund a deposit while its bidder has a bid on an open lot, even if outbid, since higher bids may be voided', async () => {
  const { program, work } = await setUp()
  const [first, second] = [await api.actor([]), await api.actor([])]
  const entries: string[] = []
  for (const { userId } of [first, second])
    entries.push((await buildDeposit(api.context, { programId: program.id, userId })).id)
  await bid(first, work.id)
  await bid(second, work.id, 200_000)
  const returnDeposit = (index: number) =>
    staffClient().setDeposit({ params: { id: program.id, entry: entries[index] ?? '' }, body: { state: 'returned' } })
  await expect(returnDeposit(0)).rejects.toMatchObject({ status: 409 })
  const voiding = api.client(bids, await api.actor(['console', 'console:auction', 'console:voids']))
  const [latest] = (await voiding.deskHistory({ params: { work: work.id } })).bids
  await voiding.void({
    params: { work: work.id, id: latest?._id ?? '' },
    body: { reason: '확인되지 않는 응찰자입니다.' },
  })
  // A bidder who leads again still has the deposit; a bidder whose bids were voided can get it back.
  await expect(returnDeposit(0)).rejects.toMatchObject({ status: 409 })
  expect((await returnDeposit(1)).entry.deposit?.state).toBe('returned')
})

it('marks a deposit if staff cancelled its bidder’s purchase, but not after a declined offer', async () => {
  const { userId } = await api.actor([])
  const sale = await buildSale(api.context, { userId, state: 'void' })
  const { rows: works } = await api.context.database.execute<{ program: string }>(
    sql`SELECT program_id AS program FROM auction_works WHERE id = ${sale.workId}`,
  )
  const params = { id: works[0]?.program ?? '' }
  // Require a deposit from now on: the bid came before.
  await api.context.database.execute(sql`
    UPDATE auction_entries SET deposit = 'received', deposit_amount = 1, deposit_due = now(), received_at = now(),
      deposit_number = nextval('auction_deposit_numbers') WHERE program_id = ${params.id} AND user_id = ${userId}`)
  const marked = async () =>
    (await staffClient().entries({ params, query: { deposit: 'received' } })).entries.map(({ deposit }) => [
      deposit?.owes,
      deposit?.givenUp,
    ])
  expect(await marked()).toEqual([[false, true]])
  await api.context.database.execute(sql`UPDATE auction_sales SET void_reason = 'declined' WHERE id = ${sale.id}`)
  expect(await marked()).toEqual([[false, false]])
})

it('cannot delete bidder or auction while a deposit is being received; a check beforehand would allow it', async () => {
  const pool = new pg.Pool({ connectionString: api.database.directUrl, max: 4 })
  pool.on('error', () => undefined)
  /** Runs `work` while a deposit is being marked as received: it starts before that commits and waits for it. */
  const whileReceived = async (table: string, id: string, work: () => Promise<unknown>) => {
    const staffs = await pool.connect()
    try {
      await staffs.query('BEGIN')
      await staffs.query(`UPDATE ${table} SET deposit = 'received', received_at = now() WHERE id = $1`, [id])
      let isDone = false
      const done = work()
        .then(
          () => 'done',
          (error: unknown) => error,
        )
        .finally(() => {
          isDone = true
        })
      for (let waits = 0; waits === 0 && !isDone; await wait(20)) {
        const { rows } = await pool.query<{ waits: number }>(
          `SELECT count(*)::int AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        waits = rows[0]?.waits ?? 0
      }
      await staffs.query('COMMIT')
      return await done
    } finally {
      staffs.release()
    }
  }
  const stateOf = async (table: string, id: string) =>
    (await pool.query(`SELECT deposit FROM ${table} WHERE id = $1`, [id])).rows
  const password = 'a quiet gate of pine'
  const due = async () => {
    const program = await buildAuction(api.context, { deposit: depositInput })
    const member = await api.actor([], { password })
    const { userId } = member
    return {
      program,
      member,
      entry: await buildDeposit(api.context, { programId: program.id, userId, deposit: 'due' }),
    }
  }
  try {
    const left = await due()
    expect(
      await whileReceived('auction_entries', left.entry.id, () =>
        api.client(withdrawals, left.member).withdraw({ body: { password } }),
      ),
    ).toMatchObject({ status: 409, refusal: { code: 'conflict' } })
    expect(await stateOf('auction_entries', left.entry.id)).toEqual([{ deposit: 'received' }])

    const gone = await due()
    const remove = () => staffClient().remove({ params: { id: gone.program.id } })
    expect(await whileReceived('auction_entries', gone.entry.id, remove)).toMatchObject({
      status: 409,
      refusal: { code: 'in_use', fields: { deposit: expect.stringContaining('보증금') } },
    })
    expect(await stateOf('auction_entries', gone.entry.id)).toEqual([{ deposit: 'received' }])
    // A refunded deposit keeps its record of payment; an unpaid one is deleted.
    await staffClient().setDeposit({
      params: { id: gone.program.id, entry: gone.entry.id },
      body: { state: 'returned' },
    })
    await expect(remove()).rejects.toMatchObject({ status: 409 })
    const waiting = await due()
    await staffClient().remove({ params: { id: waiting.program.id } })
    expect(await stateOf('auction_entries', waiting.entry.id)).toEqual([])

    // The naive version checks for payments, then deletes.
    const naive = await due()
    await pool.query('CREATE TABLE naive_entries AS SELECT * FROM auction_entries')
    const looksThenDeletes = async () => {
      const { rows } = await pool.query<{ deposit: string }>('SELECT deposit FROM naive_entries WHERE id = $1', [
        naive.entry.id,
      ])
      if (rows[0]?.deposit === 'due') await pool.query('DELETE FROM naive_entries WHERE id = $1', [naive.entry.id])
    }
    expect(await whileReceived('naive_entries', naive.entry.id, looksThenDeletes)).toBe('done')
    expect(await stateOf('naive_entries', naive.entry.id)).toEqual([])
  } finally {
    await pool.end()
  }
})

it('locks the amount once a bidder was asked for a deposit', async () => {
  const { program } = await setUp()
  const change = async (deposit: typeof depositInput | null) => {
    const { program: now } = await staffClient().get({ params: { id: program.id } })
    return staffClient().update({ params: { id: program.id }, body: { deposit, updatedAt: now.updatedAt } })
  }
  await change({ ...depositInput, amount: 700_000 })
  await buildDeposit(api.context, { programId: program.id, userId: (await api.actor([])).userId, deposit: 'due' })
  for (const deposit of [depositInput, null]) await expectRefusal(change(deposit), 409, 'deposit')
  // The house's account may change, since a house can change its bank.
  await change({ ...depositInput, amount: 700_000, number: '999-999-999999' })
  await expect(change({ ...depositInput, amount: 0 })).rejects.toMatchObject({ status: 400 })
})

it('reveals the refund account’s number only to staff with a logged reason', async () => {
  const { program } = await setUp()
  const member = await api.actor([])
  const { id } = await buildDeposit(api.context, { programId: program.id, userId: member.userId })
  await api.client(auctions, member).setRefundTo({ params: { id: program.id }, body: { account: refundTo } })
  const params = { id: program.id, entry: id }
  await expect(staffClient().refundTo({ params, body: { reason: '' } })).rejects.toMatchObject({ status: 400 })
  await expect(api.client(auctions, member).refundTo({ params, body: { reason: '확인' } })).rejects.toMatchObject({
    status: 403,
  })
  expect(await staffClient().refundTo({ params, body: { reason: '보증금을 돌려드립니다.' } })).toEqual({
    account: refundTo,
  })
  const { rows: lines } = await api.context.database.execute(
    sql`SELECT after FROM audit WHERE entity = 'entries' AND entity_id = ${id} AND action = 'read'`,
  )
  expect(lines).toMatchObject([{ after: { of: member.userId, fields: ['account'], reason: '보증금을 돌려드립니다.' } }])
  // A member who leaves is refunded first; the archived record has no account number.
  const leaving = await api.client(withdrawals, member).outlook({})
  expect(JSON.stringify(leaving)).toContain('보증금')
})

it('never refunds the leader of a lot, whether bid or refund comes first; a check beforehand would allow it', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const { program, work } = await setUp()
  const pool = new pg.Pool({ connectionString: api.database.directUrl, max: 40 })
  pool.on('error', () => undefined)
  try {
    const rounds = 24
    let [takenCount, returned] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const { userId } = await api.actor([])
      const entry = await buildDeposit(api.context, { programId: program.id, userId })
      const place = async () => {
        await wait(Math.random() * 6)
        const { rows } = await pool.query<{ outcome: string }>(
          `SELECT outcome FROM place_bid($1, $2, 'open', $3, $4, gen_random_uuid(), gen_random_uuid())`,
          [work.id, userId, 100_000 + round * 10_000, `round-${round}`],
        )
        return rows[0]?.outcome
      }
      const returning = staffClient().setDeposit({
        params: { id: program.id, entry: entry.id },
        body: { state: 'returned' },
      })
      const [outcome, back] = await Promise.all([
        place(),
        returning.then(
          () => true,
          () => false,
        ),
      ])
      // Never both: a leader always has a deposit.
      expect([outcome === 'taken', back]).toEqual(outcome === 'taken' ? [true, false] : [false, true])
      takenCount += outcome === 'taken' ? 1 : 0
      returned += back ? 1 : 0
    }
    expect(takenCount + returned).toBe(rounds)

    // The naive version checks, then writes: a bid in between leads without a deposit.
    const { userId } = await api.actor([])
    await buildDeposit(api.context, { programId: program.id, userId })
    const haveMet = createBarrier(2)
    const [owes] = await Promise.all([
      (async () => {
        const { rows } = await pool.query<{ owes: boolean }>('SELECT has_auction_obligations($1, $2) AS owes', [
          program.id,
          userId,
        ])
        await haveMet()
        await wait(200)
        await pool.query(
          `UPDATE auction_entries SET deposit = 'returned', returned_at = now() WHERE user_id = $1 AND $2 = false`,
          [userId, rows[0]?.owes],
        )
        return rows[0]?.owes
      })(),
      (async () => {
        await haveMet()
        await pool.query(
          `SELECT place_bid($1, $2, 'open', 9000000, 'concurrent', gen_random_uuid(), gen_random_uuid())`,
          [work.id, userId],
        )
      })(),
    ])
    expect(owes).toBe(false)
    const { rows } = await pool.query(
      `SELECT entry.deposit, has_auction_obligations($1, $2) AS leads FROM auction_entries AS entry WHERE user_id = $2`,
      [program.id, userId],
    )
    expect(rows).toEqual([{ deposit: 'returned', leads: true }])
  } finally {
    await pool.end()
  }
})

it('lets a bid proceed without waiting if the auction requires no deposit', async () => {
  const work = await buildWork(api.context)
  const member = await api.actor([])
  await buildRegistration(api.context, { programId: work.program, userId: member.userId })
  expect((await bid(member, work.id)).receipt.seq).toBe(1)
})
