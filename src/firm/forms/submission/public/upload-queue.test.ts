import { expect, it, vi } from 'vitest'
import { type FilesState, UploadQueue } from './upload-queue.ts'

vi.mock('./send-request.ts', () => ({ uploadFile: async () => ({ sent: { id: 'stored', name: 'plan.pdf' } }) }))

it('uploads a file after a choice without files', async () => {
  let state: FilesState = { files: [], full: false }
  const queue = new UploadQueue('consult', [], (published) => {
    state = published
  })
  queue.add([])
  queue.add([new File(['plan'], 'plan.pdf', { type: 'application/pdf' })])
  await vi.waitFor(() => expect(state.files).toMatchObject([{ name: 'plan.pdf', state: 'there' }]))
  expect(await queue.waitForUploads()).toHaveLength(1)
})
