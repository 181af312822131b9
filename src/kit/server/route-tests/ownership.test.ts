import { sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Contract, crud, Id, recordFields } from '../../contract.ts'
import { recordColumns } from '../../db/columns.ts'
import { defineModule } from '../../module/module.ts'
import { type Context, publicScope } from '../context.ts'
import { Kernel } from '../kernel.ts'
import { tableHandlers } from '../records/table-handlers.ts'

// A member's boxes and their contents: the owner of a child is the owner of its box.
const boxes = pgTable('test_boxes', {
  ...recordColumns(),
  title: text('title').notNull(),
  ownerId: uuid('owner_id').notNull(),
})
const pieces = pgTable('test_pieces', {
  ...recordColumns(),
  title: text('title').notNull(),
  box: uuid('box').notNull(),
})

const Box = z.strictObject({ title: z.string() })
const Piece = Box.extend({ box: Id })
const declared = { access: 'member', sort: ['createdAt'], filters: {}, owned: true } as const
const boxRoutes = crud(
  '/api/v1/me/boxes',
  { one: 'box', many: 'boxes' },
  z.object({ ...Box.shape, ...recordFields }),
  Box,
  declared,
)
const pieceRoutes = crud(
  '/api/v1/me/pieces',
  { one: 'piece', many: 'pieces' },
  z.object({ ...Piece.shape, ...recordFields }),
  Piece,
  declared,
)

const of = (context: Context) => context.principal.userId
const boxHandlers = tableHandlers(boxRoutes, boxes, {
  words: [boxes.title],
  title: (row) => row.title,
  owner: { column: boxes.ownerId, of },
})
const pieceHandlers = tableHandlers(pieceRoutes, pieces, {
  words: [pieces.title],
  title: (row) => row.title,
  owner: { column: boxes.ownerId, of, through: { column: pieces.box, parent: boxes, id: boxes.id } },
})

const api = prepareTestApi()
let ownClients: ReturnType<typeof clientsOf>
let theirs: ReturnType<typeof clientsOf>
let kernel: Kernel

const clientsOf = (userId: string) => {
  const scope = () => ({
    ...publicScope('ko'),
    principal: { userId, sessionId: '', username: '', name: 'Somebody', level: 'member', rank: 0, scopes: [] },
  })
  return { boxes: kernel.client(boxRoutes, scope()), pieces: kernel.client(pieceRoutes, scope()) }
}

beforeAll(async () => {
  const columns = 'id uuid PRIMARY KEY, created_at timestamptz(3), updated_at timestamptz(3), title text'
  await api.services.database.execute(`CREATE TABLE test_boxes (${columns}, owner_id uuid NOT NULL)`)
  await api.services.database.execute(`CREATE TABLE test_pieces (${columns}, box uuid NOT NULL REFERENCES test_boxes)`)
  kernel = new Kernel({
    ...api.services,
    modules: [
      defineModule({ name: 'boxes', contract: boxRoutes, handlers: boxHandlers }),
      defineModule({ name: 'pieces', contract: pieceRoutes, handlers: pieceHandlers }),
    ],
  })
  const [first, second] = [await api.actor([]), await api.actor([])]
  ownClients = clientsOf(first.userId)
  theirs = clientsOf(second.userId)
})

const missing = { status: 404, refusal: { code: 'not_found' } }

/** Returns everything stored, to verify that a refusal changed nothing. */
const stored = async () => {
  const { rows } = await api.services.database.execute(
    sql`SELECT (SELECT json_agg(b ORDER BY id) FROM test_boxes b) AS boxes, (SELECT json_agg(p ORDER BY id) FROM test_pieces p) AS pieces`,
  )
  return rows
}

describe('a record with an owner', () => {
  it('is listed only for its owner', async () => {
    const { box } = await ownClients.boxes.create({ body: { title: 'first' } })
    expect((await ownClients.boxes.list({})).boxes).toEqual([box])
    expect(await theirs.boxes.list({})).toMatchObject({ boxes: [], total: 0 })
    expect(await theirs.boxes.list({ query: { q: 'first' } })).toMatchObject({ boxes: [], total: 0 })
  })

  it('cannot be read, changed or removed by another account', async () => {
    const { box } = await ownClients.boxes.create({ body: { title: 'second' } })
    const before = await stored()
    const params = { id: box._id }
    await expect(theirs.boxes.get({ params })).rejects.toMatchObject(missing)
    const body = { title: 'taken', updatedAt: box.updatedAt }
    await expect(theirs.boxes.update({ params, body })).rejects.toMatchObject(missing)
    await expect(theirs.boxes.remove({ params })).rejects.toMatchObject(missing)
    expect(await stored()).toEqual(before)
    const changed = await ownClients.boxes.update({ params, body: { ...body, title: 'third' } })
    expect(changed.box.title).toBe('third')
    await ownClients.boxes.remove({ params })
    await expect(ownClients.boxes.get({ params })).rejects.toMatchObject(missing)
  })

  it('ignores an owner sent by the caller', async () => {
    const body = { title: 'mine', ownerId: api.context.newId() }
    await expect(ownClients.boxes.create({ body })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a child of such a record', () => {
  it('is created, read and changed only under an own parent', async () => {
    const { box } = await ownClients.boxes.create({ body: { title: 'with pieces' } })
    const { piece } = await ownClients.pieces.create({ body: { title: 'one', box: box._id } })
    const other = (await theirs.boxes.create({ body: { title: 'elsewhere' } })).box
    const before = await stored()
    await expect(theirs.pieces.create({ body: { title: 'slipped in', box: box._id } })).rejects.toMatchObject(missing)
    const params = { id: piece._id }
    const body = { title: 'taken', updatedAt: piece.updatedAt }
    await expect(theirs.pieces.get({ params })).rejects.toMatchObject(missing)
    await expect(theirs.pieces.update({ params, body })).rejects.toMatchObject(missing)
    await expect(theirs.pieces.remove({ params })).rejects.toMatchObject(missing)
    expect((await theirs.pieces.list({})).pieces).toEqual([])
    expect(await stored()).toEqual(before)
    // It cannot be moved to another owner's parent either.
    const moved = { box: other._id, updatedAt: piece.updatedAt }
    await expect(ownClients.pieces.update({ params, body: moved })).rejects.toMatchObject(missing)
    expect(await stored()).toEqual(before)
  })
})

it('covers every owned route of the product', () => {
  const contracts: Contract[] = api.services.modules.map(({ contract }) => contract)
  const owned = contracts.flatMap((contract) => Object.values(contract)).filter((route) => route.owned)
  for (const { access, path } of owned) expect([path, access]).toEqual([path, 'member'])
})
