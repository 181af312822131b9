import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppError } from '#kit/errors.ts'
import { createAuthenticate } from '#people/auth/server/authenticate-session.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { emptySetting } from '#platform/settings/server/read-settings.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { eventsPath, mountEvents } from './event-stream.ts'
import { publishEvent } from './publish-event.ts'

const api = prepareTestApi()
let server: FastifyInstance
let base: string
beforeAll(async () => {
  server = Fastify()
  server.setErrorHandler((error, _request, reply) => reply.code(403).send({ code: (error as AppError).code }))
  mountEvents(server, {
    url: api.database.directUrl,
    authenticate: createAuthenticate(api.services),
    admitToConsole: (scope) => api.kernel.admitToConsole(scope),
    recheckInterval: 200,
  })
  base = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Reads the stream until it contains `expectedText`; returns everything received. */
const readUntil = async (actor: Actor, expectedText: string, meanwhile: () => Promise<void>): Promise<string> => {
  const stop = new AbortController()
  const response = await fetch(base + eventsPath, {
    headers: { authorization: `Bearer ${actor.accessToken}` },
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toMatch(/event-stream/)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  // Repeat until it is received: the listener may still be connecting to the database.
  const telling = setInterval(() => void meanwhile(), 50)
  try {
    while (reader && !received.includes(expectedText)) {
      const { done, value } = await reader.read()
      if (done) break
      received += value
    }
  } finally {
    clearInterval(telling)
    stop.abort()
  }
  return received
}

it('sends an account only its own events', async () => {
  const [member, other] = [await api.actor([]), await api.actor([])]
  const received = await readUntil(member, '"mine"', async () => {
    await publishEvent(api.context, { users: [other.userId], scope: 'console:fairs' }, { topic: 'x', id: 'theirs' })
    await publishEvent(api.context, { users: [member.userId] }, { topic: 'x', id: 'mine' })
  })
  expect(received).not.toContain('theirs')
})

it('sends staff the events of their scopes', async () => {
  const staff = await api.actor(['console', 'console:fairs'])
  const received = await readUntil(staff, '"desk"', () =>
    publishEvent(api.context, { scope: 'console:fairs' }, { topic: 'x', id: 'desk' }),
  )
  expect(received).toContain('event: changed')
})

it('tells a client that connected before listening began to reload once', async () => {
  const own = Fastify()
  mountEvents(own, {
    url: api.database.directUrl,
    authenticate: createAuthenticate(api.services),
    admitToConsole: (scope) => api.kernel.admitToConsole(scope),
  })
  const address = await own.listen({ port: 0, host: '127.0.0.1' })
  const member = await api.actor([])
  const stop = new AbortController()
  try {
    const { body } = await fetch(address + eventsPath, {
      headers: { authorization: `Bearer ${member.accessToken}` },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(30_000)]),
    })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    const until = async (expectedText: string) => {
      while (!received.includes(expectedText)) received += (await reader?.read())?.value ?? ''
    }
    await until('event: missed')
    await publishEvent(api.context, { users: [member.userId] }, { topic: 'x', id: 'told once' })
    await until('told once')
    expect(received.match(/event: \w+/g)).toEqual(['event: ready', 'event: missed', 'event: changed'])
  } finally {
    stop.abort()
    await own.close()
  }
})

it('refuses a stream without log-in', async () => {
  expect(await refusedTo()).toBe('login_required')
})

/** Returns the refusal code of a stream request. */
const refusedTo = async (actor?: Actor): Promise<unknown> => {
  const headers: Record<string, string> = actor ? { authorization: `Bearer ${actor.accessToken}` } : {}
  const response = await fetch(base + eventsPath, { headers })
  expect(response.ok).toBe(false)
  return ((await response.json()) as { code: unknown }).code
}

it('refuses an account that must set up 2-step verification', async () => {
  const staff = await api.actor(['console', 'console:fairs'])
  await buildSetting(api.context, { security: { ...emptySetting.security, staffTwoStep: true } })
  try {
    expect(await refusedTo(staff)).toBe('two_step_required')
  } finally {
    await buildSetting(api.context)
  }
})

it('sends staff outside the allowed networks only their own events', async () => {
  const staff = await api.actor(['console', 'console:fairs'])
  await buildSetting(api.context, { security: { ...emptySetting.security, networks: ['192.0.2.0/24'] } })
  try {
    const received = await readUntil(staff, '"mine"', async () => {
      await publishEvent(api.context, { scope: 'console:fairs' }, { topic: 'x', id: 'desk' })
      await publishEvent(api.context, { users: [staff.userId] }, { topic: 'x', id: 'mine' })
    })
    expect(received).not.toContain('desk')
  } finally {
    await buildSetting(api.context)
  }
})

it.each([
  ['is locked', (id: string) => sql`UPDATE users SET state = 'locked' WHERE id = ${id}`],
  ['is logged out', (id: string) => sql`UPDATE sessions SET ended_at = now() WHERE user_id = ${id}`],
])('ends when the account %s', async (_, change) => {
  const member = await api.actor([])
  // Read until the stream ends, by waiting for a text that never comes.
  const received = await readUntil(member, 'never said', async () => {
    await api.services.database.execute(change(member.userId))
  })
  expect(received).toContain('event: ready')
})
