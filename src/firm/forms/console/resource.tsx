import { useQuery } from '@tanstack/react-query'
import type { Listed } from '#console/kit/list/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { offices } from '#firm/offices/contract.ts'
import { practices } from '#firm/practices/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type FormState, type FormSummary, forms } from '../contract.ts'

export const client = clientOf(forms)

/** Requests are made by visitors: a list, and what staff change of one. */
export const resource: Listed<
  FormSummary,
  never,
  'state' | 'practice' | 'office' | 'assignee' | 'age',
  'createdAt' | 'updatedAt'
> = {
  path: forms.list.path,
  access: forms.list.access,
  async list(query, options) {
    const { forms: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const stateWords: Record<FormState, () => string> = {
  received: m.forms_state_received,
  assigned: m.forms_state_assigned,
  answered: m.forms_state_answered,
  closed: m.forms_state_closed,
}

export const stateMarks: Record<FormState, Mark> = {
  received: 'new',
  assigned: 'assigned',
  answered: 'answered',
  closed: 'closed',
}

const seldom = { staleTime: 10 * 60_000 }
const noRecords: { key: string; title: string }[] = []
const nobody: { _id: string; name: string }[] = []

const practiceClient = clientOf(practices)
const officeClient = clientOf(offices)

/** What practices and offices are called, as the public site has them, and who may be in charge. */
export const useNames = () => {
  const practice = useQuery({ queryKey: ['forms-practices'], queryFn: () => practiceClient.published(), ...seldom })
  const office = useQuery({ queryKey: ['forms-offices'], queryFn: () => officeClient.published(), ...seldom })
  const staff = useQuery({ queryKey: [forms.staff.path], queryFn: () => client.staff(), ...seldom })
  const practiceList = practice.data?.practices ?? noRecords
  const officeList = office.data?.offices ?? noRecords
  const titleIn = (list: typeof noRecords, key: string | null) =>
    key === null ? '' : (list.find((one) => one.key === key)?.title ?? key)
  return {
    practices: practiceList,
    offices: officeList,
    staff: staff.data?.staff ?? nobody,
    practiceName: (key: string | null) => titleIn(practiceList, key),
    officeName: (key: string | null) => titleIn(officeList, key),
  }
}
