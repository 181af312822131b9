import multipart from '@fastify/multipart'
import { expect, it } from 'vitest'
import { pdf } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { createServer } from '../../../app.ts'
import { publicScope } from '../context.ts'
import { receiveForm } from './receive-form.ts'

const api = prepareTestApi({ limits: { uploads: { hourlyFiles: 3 } } })

/** Posts a page form with `count` files from an address; returns its fields as the page reads them. */
const send = async (address: string, count: number) => {
  const server = createServer(api.services.settings)
  await server.register(multipart, { throwFileSizeLimit: false })
  const upload = { field: 'file', kinds: ['document'], maxBytes: 10_000, maxFiles: 2 } as const
  server.post('/', async (request) => {
    const scope = { ...publicScope('ko'), address }
    const take = async () => 'ticket'
    const fields = await receiveForm(request, { services: api.services, path: '/', upload, take }, scope)
    return { uploaded: fields.getAll('uploaded'), refused: fields.getAll('refused'), name: fields.get('name') }
  })
  const data = new FormData()
  for (let index = 0; index < count; index += 1) data.append('file', new File([new Uint8Array(pdf())], `${index}.pdf`))
  data.append('name', '오세진')
  const response = new Response(data)
  const answer = await server.inject({
    method: 'POST',
    url: '/',
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  })
  await server.close()
  return answer.json()
}

it('refuses files beyond the hourly allowance and keeps the form’s answers', async () => {
  const from = '203.0.113.201'
  expect(await send(from, 1)).toEqual({ uploaded: ['ticket'], refused: [], name: '오세진' })
  expect(await send(from, 2)).toMatchObject({ uploaded: ['ticket', 'ticket'] })
  const { uploaded, refused, name } = await send(from, 2)
  expect([uploaded, name]).toEqual([[], '오세진'])
  expect(refused).toEqual([expect.stringMatching(/^0\.pdf: .+/), expect.stringMatching(/^1\.pdf: .+/)])
  // Without a file, nothing is deducted from the allowance.
  expect(await send(from, 0)).toMatchObject({ name: '오세진' })
  expect((await send('203.0.113.202', 1)).uploaded).toEqual(['ticket'])
})
