// @module-tag deep
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSetting } from '#platform/settings/factory.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildRecipient, buildSending } from '../../factory.ts'
import { sendingRecipients, sendings } from '../../table.ts'
import { handoverTimeout } from '../rules.ts'
import { resumeSendings } from './run-sending.ts'

const workerPath = fileURLToPath(new URL('../../../../../test/processes/sending-process.ts', import.meta.url))

const api = prepareTestApi()
let listener: MailServer
let smtpUrl: string
beforeAll(async () => {
  await buildSetting(api.context, { mail: { senderName: '대청', senderAddress: 'office@daecheong.example' } })
  // Delay each message, so that the process is always killed during a handover.
  listener = new MailServer()
  listener.onData = () => wait(20).then(() => null)
  smtpUrl = await listener.listen()
})
afterAll(() => listener.close())

const startProcess = (id: string): ChildProcess =>
  spawn(process.execPath, [workerPath, api.database.url, smtpUrl, id, api.clock.now().toISOString()], {
    env: { ...process.env, DATA_DIR: api.services.settings.dataDirectory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const killProcess = async (child: ChildProcess) => {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const takenBy = () => listener.received.map((mail) => /^To: (.+)$/im.exec(mail)?.[1] ?? '').sort()
const takenMore = (count: number) =>
  vi.waitFor(() => expect(listener.received.length).toBeGreaterThanOrEqual(count), 60_000)

const listRecipients = (id: string) =>
  api.services.database.select().from(sendingRecipients).where(eq(sendingRecipients.sendingId, id))

describe('a bulk message whose process is killed while another continues', () => {
  const recipientCount = 90

  it('reaches no recipient twice, loses none and reports interrupted handovers as unsure', async () => {
    const addresses = Array.from({ length: recipientCount }, (_, index) => `killed${index}@example.com`)
    const { id } = await buildSending(api.context, {
      state: 'scheduled',
      audience: { by: 'list', levels: [], kinds: [], consent: null, q: '', list: addresses },
    })
    const survivor = startProcess(id)
    const survived = once(survivor, 'exit')
    // Kill three processes in turn, each after it has handed over some messages.
    for (const before of [12, 30, 50]) {
      const child = startProcess(id)
      await takenMore(before)
      await killProcess(child)
    }
    expect(await survived).toEqual([0, null])

    const recipients = await listRecipients(id)
    expect(recipients).toHaveLength(recipientCount)
    const lost = recipients.filter(({ state }) => state === 'claimed')
    // A process hands over one message at a time.
    expect(lost.length).toBeLessThanOrEqual(3)
    expect(recipients.filter(({ state }) => state === 'sent')).toHaveLength(recipientCount - lost.length)

    api.clock.forward(handoverTimeout + 1000)
    await resumeSendings(api.context)
    const states = new Map((await listRecipients(id)).map(({ address, state }) => [address, state]))
    expect([...states.values()].filter((state) => state === 'unsure')).toHaveLength(lost.length)
    expect((await api.services.database.select().from(sendings).where(eq(sendings.id, id)))[0]?.state).toBe('done')

    const claimants = takenBy()
    expect(new Set(claimants).size).toBe(claimants.length)
    // Every `sent` recipient got the message; an `unsure` one may have.
    for (const [address, state] of states) if (state === 'sent') expect(claimants).toContain(address)
    for (const address of claimants) expect(['sent', 'unsure']).toContain(states.get(address))
  }, 120_000)

  it('reaches some recipients twice with the naive variant', async () => {
    const { id } = await buildSending(api.context)
    for (let index = 0; index < 6; index += 1)
      await buildRecipient(api.context, id, { address: `naive${index}@example.com` })
    const sentAddresses: string[] = []
    const haveLooked = createBarrier(2)
    const sendNaively = async () => {
      const { rows } = await api.services.database.execute<{ id: string; address: string }>(
        sql`SELECT id, address FROM sending_recipients WHERE sending_id = ${id} AND state = 'queued'`,
      )
      await haveLooked()
      for (const row of rows) {
        sentAddresses.push(row.address)
        await api.services.database.execute(sql`UPDATE sending_recipients SET state = 'sent' WHERE id = ${row.id}`)
      }
    }
    await Promise.all([sendNaively(), sendNaively()])
    expect(new Set(sentAddresses).size).toBeLessThan(sentAddresses.length)
  })
})
