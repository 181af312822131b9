import { useQuery } from '@tanstack/react-query'
import type { ListState } from '#console/kit/list/state/list-address.ts'
import type { Listed } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { offices } from '#firm/offices/contract.ts'
import { practices } from '#firm/practices/contract.ts'
import { type Template, templates } from '#firm/templates/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type FormState, type FormSummary, forms } from '../contract.ts'
import { type ExportedForm, requestHandling } from '../contract-handling.ts'

export const client = clientOf(forms)
export const answeringClient = clientOf(requestHandling)

type Filter = 'state' | 'practice' | 'office' | 'assignee' | 'age'

/** List resource of requests. Visitors create them, so there is no create. */
export const resource: Listed<FormSummary, never, Filter, 'createdAt' | 'updatedAt'> = {
  path: forms.list.path,
  access: forms.list.access,
  async list(query, options) {
    const { forms: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

/** Returns the list resource with contact and message, for exports; `reason` returns the reason for the audit log. */
export const createExportResource = (
  reason: () => string,
): Listed<ExportedForm, never, Filter, 'createdAt' | 'updatedAt'> => ({
  path: requestHandling.export.path,
  access: requestHandling.export.access,
  async list(query, options) {
    const { forms: records, ...paging } = await answeringClient.export(
      { query: { ...query, reason: reason() } },
      options,
    )
    return { ...paging, records }
  },
})

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

const seldom = { staleTime: 10 * 60_000 }
const noRecords: { key: string; title: string }[] = []
const nobody: { _id: string; name: string }[] = []
const noTemplates: Template[] = []

const practiceClient = clientOf(practices)
const officeClient = clientOf(offices)
const templateClient = clientOf(templates)

/** Loads names of practices and offices as published, and the staff who can be assignees. */
export const useRequestNames = () => {
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
export type RequestNames = ReturnType<typeof useRequestNames>

/** Returns the templates in list order, those of the practice first. */
export const useTemplates = (practice: string | null): readonly Template[] => {
  const { data } = useQuery({
    queryKey: [templates.list.path, 'all'],
    queryFn: ({ signal }) => templateClient.list({ query: { sort: 'position', limit: 100 } }, { signal }),
    staleTime: 60_000,
  })
  const all = data?.templates ?? noTemplates
  const isOwn = (one: Template) => one.practice !== null && one.practice === practice
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}

/** Returns the sender address and the name of the firm; the sender is null if mail is not configured. */
export const useSender = () =>
  useQuery({
    queryKey: [requestHandling.sender.path],
    queryFn: ({ signal }) => answeringClient.sender(undefined, { signal }),
    staleTime: 30_000,
  }).data
