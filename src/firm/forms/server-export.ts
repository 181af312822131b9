import { tableHandlers } from '#kit/server/table-handlers.ts'
import { forms as contract } from './contract.ts'
import { answering } from './contract-answering.ts'
import { listing } from './server-list.ts'
import { present, presentList } from './service-present.ts'
import { formRequests } from './table.ts'

/** The list with contact and message, under the same conditions. */
export const { list: exportList } = tableHandlers({ list: answering.export, get: contract.get }, formRequests, {
  ...listing,
  title: (row) => row.number,
  lineColumns: ['answers', 'assigneeId'],
  async presentLines(rows, context) {
    const lines = await presentList(rows, context)
    return rows.map(({ phone, email, answers, answeredAt, closedAt }, index) => ({
      ...lines[index],
      phone,
      email,
      message: answers.message ?? '',
      answeredAt: answeredAt?.toISOString() ?? null,
      closedAt: closedAt?.toISOString() ?? null,
    }))
  },
  present: (rows, context) => Promise.all(rows.map((row) => present(context, row))),
})
