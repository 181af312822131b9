import { AppError } from '#kit/errors.ts'
import { storePrivate } from '#kit/files/private-files.ts'
import { fieldMessage } from '#kit/issue-messages.ts'
import type { Handlers } from '#kit/server/context.ts'
import { cleanHtml, htmlOf } from '#kit/text/html.ts'
import { findSender } from '#people/messages/server/queue-messages.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { findRequest } from '../../server/present-requests.ts'
import { recordUpload } from '../../submission/server/upload-files.ts'
import { replies as contract } from '../contract.ts'
import { findReplyErrors, replyTicketScope } from '../rules.ts'
import { recallReply } from './recall-reply.ts'
import { getGreeting, sendReply } from './send-reply.ts'

export const replyHandlers: Handlers<typeof contract> = {
  async sender(context) {
    const { name } = await readSetting(context)
    return { sender: await findSender(context), firm: name.ko }
  },

  async preview(context, { params, body }) {
    const row = await findRequest(context, params.id)
    const errors = Object.entries(findReplyErrors(body, getGreeting(row)))
    return {
      mail: {
        from: await findSender(context),
        to: row.email ?? '',
        about: null,
        subject: body.subject,
        html: cleanHtml(htmlOf(body.text)),
        faults: Object.fromEntries(errors.map(([name, code]) => [name, fieldMessage(code, context.locale)])),
      },
    }
  },

  async attach(context, { params, files }) {
    const row = await findRequest(context, params.id)
    const [sentFile] = files
    if (!sentFile) throw new AppError('invalid', { fields: { file: 'required' } })
    const file = await storePrivate(context, contract.attach.upload, sentFile)
    const { name, mime, bytes } = file
    return { file: { name, mime, bytes, ticket: await recordUpload(context, replyTicketScope(row.id), file) } }
  },

  email: sendReply,
  takeBack: recallReply,
}
