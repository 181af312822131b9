import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { type Terms, type TermsInput, terms } from '../contract.ts'
import { isInForce } from '../rules.ts'

export const resource = consoleResource(terms)

/** Loads the codes in use. */
export const useCodes = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: [resource.path, 'codes'],
    queryFn: ({ signal }) => readAllPages('records', (page) => resource.list(page, { signal })),
    staleTime: 60_000,
  })
  return [...new Set(data?.records.map(({ code }) => code))].sort()
}

export type TermsShape = z.output<typeof TermsInput>

export const getTermsName = ({ title, effectiveAt }: Pick<Terms, 'title' | 'effectiveAt'>): string =>
  [title.ko, effectiveAt && formatSeoulDay(effectiveAt)].filter(Boolean).join(' · ')

export const toInput = ({ _id, createdAt, updatedAt, ...fields }: Terms): TermsShape => fields

export const blank: TermsShape = { code: '', title: { ko: '' }, body: { ko: '' }, effectiveAt: '' }

export const hasBegun = ({ effectiveAt }: Pick<Terms, 'effectiveAt'>): boolean =>
  isInForce(new Date(effectiveAt), new Date())

/** Shows whether a version is in force. */
export function TermsState({ version }: { version: Pick<Terms, 'effectiveAt'> }) {
  const [mark, words]: [Mark, string] = hasBegun(version)
    ? ['locked', m.terms_state_begun()]
    : ['scheduled', m.common_state_coming()]
  return <StateMark mark={mark}>{words}</StateMark>
}
