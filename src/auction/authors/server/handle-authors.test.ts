import { expect, it } from 'vitest'
import { buildWork } from '#auction/works/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { authors } from '../contract.ts'
import { authorInput, buildAuthor } from '../factory.ts'

const api = prepareTestApi()

it('shows an artist with the number of public works in the visitor’s language', async () => {
  const { id } = await buildAuthor(api.context)
  await buildWork(api.context, { author: id })
  const { author } = await api.client(authors, null, 'en').open({ params: { id } })
  expect(author).toMatchObject({ name: 'Han Do-gyeom', works: 1, born: 1981 })
})

it('hides an invisible artist and rejects a death before birth', async () => {
  const staff = api.client(authors, await api.actor(['console', 'console:auction']))
  const { author } = await staff.create({ body: authorInput({ visible: false }) })
  await expect(api.client(authors).open({ params: { id: author._id } })).rejects.toMatchObject({ status: 404 })
  await expect(staff.create({ body: authorInput({ died: 1900 }) })).rejects.toMatchObject({ status: 400 })
  await expect(staff.create({ body: { ...authorInput(), key: author.key } })).rejects.toMatchObject({ status: 409 })
  await expect(api.client(authors, await api.actor([])).list()).rejects.toMatchObject({ status: 403 })
})
