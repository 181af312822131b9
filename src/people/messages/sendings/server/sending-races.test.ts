// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { smtpPort } from '#kit/ports/mail.ts'
import type { Context } from '#kit/server/context.ts'
import { buildAskedTerms } from '#people/consents/factory.ts'
import { consents } from '#people/consents/table.ts'
import { findTermsInForce } from '#people/terms/server/find-terms.ts'
import { buildUser } from '#people/users/factory.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { callers, createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { jobHandlers } from '../../../../app.ts'
import { buildRecipient, buildSending } from '../../factory.ts'
import { sendingRecipients, sendings } from '../../table.ts'
import { claimRecipient } from './run-sending.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let context: Context
let marketing: string
beforeAll(async () => {
  ;({ context } = api)
  await buildAskedTerms(context)
  marketing = (await findTermsInForce(context, ['marketing'])).get('marketing')?.id ?? ''
  // Noon in Seoul.
  api.clock.forward(Date.parse('2027-03-02T03:00:00.000Z') - api.clock.now().getTime())
})

const recordDecision = (userId: string, subject: 'terms:marketing' | 'channel:EMAIL', given: boolean) =>
  context.database.insert(consents).values({
    id: context.newId(),
    userId,
    subject,
    termsId: subject === 'terms:marketing' ? marketing : null,
    given,
    how: 'me',
    at: context.now(),
  })

/** Creates a recipient who agreed to advertising by mail. */
const buildWilling = async (sendingId: string) => {
  const user = await buildUser(context, { email: `${context.newId()}@example.com` })
  await recordDecision(user.id, 'terms:marketing', true)
  await recordDecision(user.id, 'channel:EMAIL', true)
  return buildRecipient(context, sendingId, { userId: user.id, address: user.email })
}

const readStates = async (sendingId: string) => {
  const rows = await context.database
    .select({ state: sendingRecipients.state, reason: sendingRecipients.reason })
    .from(sendingRecipients)
    .where(eq(sendingRecipients.sendingId, sendingId))
  return rows.map(({ state, reason }) => (reason ? `${state} ${reason}` : state))
}

describe(`${callers} concurrent claims of one recipient`, () => {
  it('give it to one caller', async () => {
    const sending = await buildSending(context)
    const { id } = await buildRecipient(context, sending.id)
    const claimed = await crowd.callConcurrently(() => claimRecipient(context, sending, id))
    expect(claimed.filter(Boolean)).toHaveLength(1)
  })

  it('give it to many callers with a naive read-then-write', async () => {
    const { id: sendingId } = await buildSending(context)
    const { id } = await buildRecipient(context, sendingId)
    const allHaveRead = createBarrier()
    const claimed = await crowd.callConcurrently(async () => {
      const { rows } = await crowd.pool.query('SELECT state FROM sending_recipients WHERE id = $1', [id])
      await allHaveRead()
      if (rows[0].state !== 'queued') return false
      await crowd.pool.query("UPDATE sending_recipients SET state = 'claimed' WHERE id = $1", [id])
      return true
    })
    expect(claimed.filter(Boolean).length).toBeGreaterThan(1)
  })
})

describe('a consent that is withdrawn just before the handover', () => {
  const few = 6

  /** Locks the accounts and withdraws their consents without a commit, like `changeConsents`. */
  const takeBackAll = async (userIds: readonly string[]) => {
    const client = new pg.Client(api.database.directUrl)
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = ANY ($1) FOR UPDATE', [userIds])
    for (const userId of userIds)
      await client.query(
        `INSERT INTO consents (id, user_id, subject, given, how, at) VALUES ($1, $2, 'channel:EMAIL', false, 'me', $3)`,
        [context.newId(), userId, context.now()],
      )
    return {
      async commit() {
        await client.query('COMMIT')
        await client.end()
      },
    }
  }

  const waitForLock = async () => {
    const { rows } = await context.database.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return rows[0]?.count
  }

  const prepareSending = async () => {
    const sending = await buildSending(context, { purpose: 'advertising' })
    const recipients = await Promise.all(Array.from({ length: few }, () => buildWilling(sending.id)))
    return { sending, recipients, userIds: recipients.map(({ userId }) => userId ?? '') }
  }

  it('is waited for and respected', async () => {
    const { sending, recipients, userIds } = await prepareSending()
    const change = await takeBackAll(userIds)
    const claims = Promise.all(recipients.map(({ id }) => claimRecipient(context, sending, id)))
    await vi.waitFor(async () => expect(await waitForLock()).toBe(few), 30_000)
    await change.commit()
    expect((await claims).filter(Boolean)).toEqual([])
    expect(new Set(await readStates(sending.id))).toEqual(new Set(['skipped opted_out']))
  })

  it('is missed with a naive read-then-write', async () => {
    const { sending, recipients, userIds } = await prepareSending()
    const change = await takeBackAll(userIds)
    const agreed = await Promise.all(
      userIds.map((userId) =>
        crowd.pool.query(
          `SELECT given FROM consents WHERE user_id = $1 AND subject = 'channel:EMAIL' ORDER BY at DESC, id DESC LIMIT 1`,
          [userId],
        ),
      ),
    )
    await change.commit()
    await Promise.all(
      recipients.map(({ id }, index) =>
        agreed[index]?.rows[0].given
          ? crowd.pool.query("UPDATE sending_recipients SET state = 'claimed' WHERE id = $1", [id])
          : null,
      ),
    )
    expect(await readStates(sending.id)).toContain('claimed')
  })
})

describe('a bulk message', () => {
  let listener: MailServer
  beforeEach(async () => {
    await context.database.delete(sendings)
    await buildSetting(context, { mail: { senderName: '대청', senderAddress: 'office@daecheong.example' } })
    listener = new MailServer()
    api.services.mail = smtpPort(await listener.listen())
    return () => listener.close()
  })

  it('run by several processes reaches each recipient once', async () => {
    const addresses = Array.from({ length: 30 }, (_, index) => `one${index}@example.com`)
    const { id } = await buildSending(context, {
      state: 'scheduled',
      audience: { by: 'list', levels: [], kinds: [], consent: null, q: '', list: [...addresses, ...addresses] },
    })
    await Promise.all([1, 2, 3, 4].map(() => jobHandlers(api.services).runSending?.({ id })))
    const to = listener.received.map((mail) => /^To: (.+)$/im.exec(mail)?.[1]).sort()
    expect(to).toEqual([...addresses].sort())
    expect((await readStates(id)).filter((state) => state === 'sent')).toHaveLength(30)
  })

  it('has one row per address and account, enforced by the table', async () => {
    const { id } = await buildSending(context)
    const { address } = await buildRecipient(context, id)
    await expect(buildRecipient(context, id, { address })).rejects.toThrow()
    const user = await buildUser(context)
    await buildRecipient(context, id, { userId: user.id })
    await expect(buildRecipient(context, id, { userId: user.id })).rejects.toThrow()
  })
})
