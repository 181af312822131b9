import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { media as contract } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import { form, pdf, picture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'

const bench = prepareBench(['console:media', 'console:upload'])
const client = () => bench.api.client(contract, bench.editor)
const uploadMedium = async (name: string, bytes: Uint8Array) =>
  (await client().upload({ form: form('file', [name, bytes]) })).medium

describe('media', () => {
  it('are uploaded with the upload right only, with a log line', async () => {
    const writer = await bench.api.actor(['console', 'console:upload'], { name: '김작성' })
    const { medium } = await bench.api.client(contract, writer).upload({ form: form('file', ['소개서.pdf', pdf()]) })
    expect(medium).toMatchObject({
      kind: 'document',
      mime: 'application/pdf',
      picture: null,
      file: { name: '소개서.pdf' },
    })
    const { lines } = await bench.api
      .client(audit, bench.editor)
      .list({ query: { entity: 'media', entityId: medium._id } })
    expect(lines).toMatchObject([{ action: 'create', actor: '김작성', summary: '소개서.pdf' }])
    const [row] = await bench.api.services.database.select().from(files).where(eq(files.id, medium._id))
    expect(row?.uploadedBy).toBe(writer.userId)
    await expect(bench.api.client(contract, writer).list()).rejects.toMatchObject({ status: 403 })
  })

  it('are filtered by kind and text and sorted by size', async () => {
    await uploadMedium('균열 사진.png', await picture('png', 500, 500))
    await uploadMedium('작은 사진.png', await picture('png'))
    const listNames = async (query: object) => (await client().list({ query })).media.map(({ name }) => name)
    expect(await listNames({ kind: 'picture', sort: '-bytes' })).toEqual(['균열 사진.png', '작은 사진.png'])
    expect(await listNames({ q: '균열' })).toEqual(['균열 사진.png'])
    expect(await listNames({ kind: 'video' })).toEqual([])
  })

  it('have an alternative text that reaches every page that shows them', async () => {
    const medium = await uploadMedium('a.png', await picture('png'))
    await bench.cacheRecorder.tags()
    const alt = { ko: '외벽 균열', en: 'A crack in the wall' }
    const changed = await client().update({ params: { id: medium._id }, body: { alt, updatedAt: medium.updatedAt } })
    expect(changed.medium).toMatchObject({ alt, picture: { alt } })
    expect(await bench.cacheRecorder.tags()).toEqual([`file:${medium._id}`])
    await expect(
      client().update({ params: { id: medium._id }, body: { alt: {}, updatedAt: medium.updatedAt } }),
    ).rejects.toMatchObject({ status: 412 })
    await expectRefusal(
      client().update({ params: { id: medium._id }, body: { name: 'b.png', updatedAt: medium.updatedAt } as never }),
      400,
      'name',
    )
  })

  it('have a focal point that reaches every page that shows them', async () => {
    const medium = await uploadMedium('a.png', await picture('png'))
    expect([medium.focus, medium.picture?.focus]).toEqual([null, undefined])
    await bench.cacheRecorder.tags()
    const changeFocus = (focus: unknown, { _id, updatedAt } = medium) =>
      client().update({ params: { id: _id }, body: { alt: {}, focus: focus as [number, number], updatedAt } })
    for (const focus of [[50], [50, 101], [-1, 50], [0.5, 50], [50, 50, 50], '50 50', { x: 1 }])
      await expect(changeFocus(focus), JSON.stringify(focus)).rejects.toMatchObject({ status: 400 })
    const { medium: changed } = await changeFocus([20, 100])
    expect([changed.focus, changed.picture?.focus]).toEqual([
      [20, 100],
      [20, 100],
    ])
    expect(await bench.cacheRecorder.tags()).toEqual([`file:${medium._id}`])
    // Saving a record sets the alternative text of its pictures and changes nothing else.
    const { medium: described } = await client().update({
      params: { id: medium._id },
      body: { alt: { ko: '외벽' }, updatedAt: changed.updatedAt },
    })
    expect(described.focus).toEqual([20, 100])
    const { medium: again } = await changeFocus(null, described)
    expect([again.focus, again.picture?.focus]).toEqual([null, undefined])
    // The form always sends a focal point; the center is stored as null.
    const { medium: middle } = await changeFocus([50, 50], again)
    expect([middle.focus, middle.picture?.focus]).toEqual([null, undefined])
  })

  it('answer 404 for an unknown file', async () => {
    await expect(client().get({ params: { id: bench.api.clock.newId() } })).rejects.toMatchObject({ status: 404 })
  })
})
