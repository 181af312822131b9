import type { Handlers } from '#kit/server/context.ts'
import { getRoomAccess } from '../../server/access-room.ts'
import { files as contract } from '../contract.ts'
import { attachFile } from './attach-meeting-file.ts'
import { getFileUrl, getFileUrlInRoom } from './get-file-url.ts'

export const fileHandlers: Handlers<typeof contract> = {
  async attach(context, { params, query, files }) {
    const access = await getRoomAccess(context, params.id)
    const { upload } = contract.attach
    return { file: await attachFile(context, access, { upload, sent: files[0], said: query.said }) }
  },

  openFile: (context, { params }) => getFileUrl(context, params.id, params.file),

  openFileInside: (context, { body }) => getFileUrlInRoom(context, body.key, body.file),
}
