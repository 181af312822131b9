import { beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#people/auth/contract.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { formatVersion } from '#people/terms/server/find-terms.ts'
import { twoStep } from '#people/two-step/contract.ts'
import { users } from '#people/users/contract.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { consents } from '../contract.ts'
import { buildAskedTerms } from '../factory.ts'

const api = prepareTestApi()
beforeAll(async () => {
  await buildAskedTerms(api.context)
})

/** Creates a version in force now; returns its id and name. */
const createVersion = async (code: 'service' | 'marketing') => {
  api.clock.forward(25 * 3_600_000)
  const effectiveAt = api.clock.now()
  const { id } = await buildTerms(api.context, { code, effectiveAt: effectiveAt.toISOString() })
  return { id, version: formatVersion(effectiveAt) }
}
/** As staff who have just logged in, because the versions are a day apart. */
const requestAgain = async (id: string) => {
  const staff = await api.actor(['console', 'console:terms'], { rank: 90 })
  await api.client(consents, staff).askAgain({ params: { id } })
}
const agreementRefusal = {
  status: 403,
  refusal: { code: 'agreement_required', message: '새 약관에 먼저 동의해 주세요.' },
}
const listSessions = (actor: Actor) => api.client(auth, actor).sessions()

describe('a member who must agree to new terms', () => {
  it('can do nothing else from the next log-in until they agree, while an open session continues', async () => {
    const { id, version } = await createVersion('service')
    const open = await api.actor([])
    await listSessions(open)
    api.clock.forward(1000)
    await requestAgain(id)
    await listSessions(open)

    const member = await api.actor([])
    await expect(listSessions(member)).rejects.toMatchObject(agreementRefusal)
    // Still allowed: the session, the terms themselves and the log-out.
    await api.client(users, member).me()
    await api.client(twoStep, member).twoStep()
    const own = api.client(consents, member)
    expect((await own.list()).consents.find(({ subject }) => subject === 'terms:service')?.asked).toBe(true)
    await api.client(withdrawals, member).outlook()
    await api.client(withdrawals, member).archive()
    // Staff are not asked for consent.
    await api.client(auth, await api.actor(['console'])).sessions()

    await own.updateConsents({ body: { terms: [{ code: 'service', version, given: true }] } })
    await listSessions(member)
  })

  it('is blocked only by required terms, and no longer once a later version replaces them', async () => {
    const marketing = await createVersion('marketing')
    await requestAgain(marketing.id)
    const first = await createVersion('service')
    await requestAgain(first.id)
    const member = await api.actor([])
    await expect(listSessions(member)).rejects.toMatchObject(agreementRefusal)
    await createVersion('service')
    await listSessions(await api.actor([]))
  })
})
