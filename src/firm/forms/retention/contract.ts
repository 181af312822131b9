import { ById, route } from '#kit/contract.ts'
import { forms } from '../contract.ts'

export const retention = {
  remove: route({
    method: 'DELETE',
    path: `${forms.list.path}/{id}`,
    access: forms.list.access,
    summary:
      'Destroy a closed request with its files, thread and mails; its number stays in the log. Refused (409) while it is open, a letter of it is on its way, or another one is merged into it.',
    params: ById,
    status: 204,
  }),
}
