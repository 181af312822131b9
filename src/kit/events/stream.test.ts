import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticate } from '#people/auth/service.ts'
import { type Actor, createTestApi, type TestApi } from '#test/api.ts'
import { publishEvent } from './publish.ts'
import { eventsPath, mountEvents } from './stream.ts'

let api: TestApi
let server: FastifyInstance
let base: string
beforeAll(async () => {
  api = await createTestApi()
  server = Fastify()
  mountEvents(server, { url: api.database.directUrl, authenticate: createAuthenticate(api.services) })
  base = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await api.close()
})

/** Reads until the stream has said `wanted`; answers everything it said. */
const readUntil = async (actor: Actor, wanted: string, meanwhile: () => Promise<void>): Promise<string> => {
  const stop = new AbortController()
  const response = await fetch(base + eventsPath, {
    headers: { authorization: `Bearer ${actor.accessToken}` },
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toMatch(/event-stream/)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  // Told again and again until it is heard: the listener may still be on its way to the database.
  const telling = setInterval(() => void meanwhile(), 50)
  try {
    while (reader && !said.includes(wanted)) {
      const { done, value } = await reader.read()
      if (done) break
      said += value
    }
  } finally {
    clearInterval(telling)
    stop.abort()
  }
  return said
}

it('tells an account what concerns it, and nothing else', async () => {
  const [member, other] = [await api.actor([]), await api.actor([])]
  const said = await readUntil(member, '"mine"', async () => {
    await publishEvent(api.context, { users: [other.userId], scope: 'console:fairs' }, { topic: 'x', id: 'theirs' })
    await publishEvent(api.context, { users: [member.userId] }, { topic: 'x', id: 'mine' })
  })
  expect(said).not.toContain('theirs')
})

it('tells staff by their scope', async () => {
  const staff = await api.actor(['console', 'console:fairs'])
  const said = await readUntil(staff, '"desk"', () =>
    publishEvent(api.context, { scope: 'console:fairs' }, { topic: 'x', id: 'desk' }),
  )
  expect(said).toContain('event: changed')
})

it('lets no stranger listen', async () => {
  expect((await fetch(base + eventsPath)).ok).toBe(false)
})
