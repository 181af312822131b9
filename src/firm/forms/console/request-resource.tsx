import { useQuery } from '@tanstack/react-query'
import type { ListState } from '#console/kit/list/state/list-address.ts'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { offices } from '#firm/offices/contract.ts'
import { practices } from '#firm/practices/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type FormSummary, forms } from '../contract.ts'
import type { FormState } from '../rules.ts'

export const client = clientOf(forms)

export type RequestFilter = 'state' | 'practice' | 'office' | 'assignee' | 'age'

/** List resource of requests. Visitors create them, so there is no create. */
export const resource: ListResource<FormSummary, never, RequestFilter, 'createdAt' | 'updatedAt'> = {
  path: forms.list.path,
  access: forms.list.access,
  async list(query, options) {
    const { forms: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const addressing = { filters: ['state', 'practice', 'office', 'assignee', 'age'], order: undefined }

/** True if a changed row still matches the state filter of the list. */
export const matchesState = ({ filters }: ListState, row: FormSummary): boolean =>
  filters.state === undefined || filters.state === row.state

export const stateLabels: Record<FormState, () => string> = {
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

const rarelyChanging = { staleTime: 10 * 60_000 }
const noRecords: { key: string; title: string }[] = []
const noStaff: { _id: string; name: string }[] = []

const practiceClient = clientOf(practices)
const officeClient = clientOf(offices)

/** Loads names of practices and offices as published, and the staff who can be assignees. */
export const useRequestNames = () => {
  const practice = useQuery({
    queryKey: ['forms-practices'],
    queryFn: () => practiceClient.published(),
    ...rarelyChanging,
  })
  const office = useQuery({ queryKey: ['forms-offices'], queryFn: () => officeClient.published(), ...rarelyChanging })
  const staff = useQuery({ queryKey: [forms.staff.path], queryFn: () => client.staff(), ...rarelyChanging })
  const practiceList = practice.data?.practices ?? noRecords
  const officeList = office.data?.offices ?? noRecords
  const titleIn = (list: typeof noRecords, key: string | null) =>
    key === null ? '' : (list.find((one) => one.key === key)?.title ?? key)
  return {
    practices: practiceList,
    offices: officeList,
    staff: staff.data?.staff ?? noStaff,
    practiceName: (key: string | null) => titleIn(practiceList, key),
    officeName: (key: string | null) => titleIn(officeList, key),
  }
}
export type RequestNames = ReturnType<typeof useRequestNames>
