import { ById, route } from '#kit/contract.ts'
import { forms } from '../contract.ts'

export const retention = {
  remove: route({
    method: 'DELETE',
    path: `${forms.list.path}/{id}`,
    access: forms.list.access,
    summary:
      'Delete a closed request with its files, thread and mails; its number stays in the audit log. 409 while it is open, has a reply to be sent, or has requests merged into it.',
    params: ById,
    status: 204,
  }),
}
