import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'

const api = prepareTestApi({ logLevel: 'debug' })
beforeAll(async () => {
  await api.services.database.execute(sql`CREATE TABLE told (phone text UNIQUE)`)
  await api.services.database.execute(sql`INSERT INTO told VALUES (${secret})`)
})

const secret = '010-7319-4826'

const failed = (statement: ReturnType<typeof sql>): Promise<Error> =>
  api.services.database.execute(statement).then(
    () => expect.unreachable('was taken'),
    (error: Error) => error,
  )

it('never logs the values of a statement, under any error name', async () => {
  const errors = [
    await failed(sql`INSERT INTO told VALUES (${secret})`),
    await failed(sql`SELECT ${secret}::uuid`),
    await failed(sql`SELECT ${secret} FROM nowhere`),
  ]
  for (const error of errors) {
    const { log } = api.services
    const child = log.child({ part: 'child' })
    // PostgreSQL's original error, as other users of the pool see it.
    const own = error.cause as Error
    for (const logger of [log, child])
      for (const one of [
        error,
        own,
        new Error('around it', { cause: error }),
        new AggregateError([error, own], 'all'),
      ]) {
        logger.error({ err: one }, 'told')
        logger.warn({ error: one }, 'told')
        logger.warn({ err: one })
        logger.error(one)
      }
    log.warn({ error: error.message }, 'told')
    log.info({ queue: `Failed task 1 (send) with error '${error.message}'` }, 'told')
    log.error(error.message)
  }
  expect(api.logged.length).toBe(3 * (2 * 4 * 4 + 3))
  expect(api.logged.filter((line) => line.includes(secret))).toEqual([])
})

it('logs what failed, where and why', async () => {
  const error = await failed(sql`INSERT INTO told VALUES (${secret})`)
  api.services.log.error({ err: error }, 'told')
  const { err, msg } = JSON.parse(api.logged.at(-1) ?? '')
  expect(msg).toBe('told')
  expect(err).toMatchObject({
    message: 'duplicate key value violates unique constraint "told_phone_key"',
    code: '23505',
    constraint: 'told_phone_key',
    query: expect.stringContaining('INSERT INTO told'),
    stack: expect.stringMatching(/\n +at /),
  })
  api.services.log.warn({ error: new TypeError('plain') }, 'told')
  expect(JSON.parse(api.logged.at(-1) ?? '').error).toMatchObject({
    message: 'plain',
    stack: expect.stringContaining('TypeError: plain'),
  })
})
