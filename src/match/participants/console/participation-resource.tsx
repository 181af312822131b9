import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import type { Locale } from '#kit/locale.ts'
import { fairs } from '#match/fairs/contract.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { clientOf } from '#session/session.ts'
import type { Category, ParticipationState, Role } from '../contract.ts'
import { type Decision, type ParticipationLine, reviews } from '../contract-review.ts'
import { categoryLabels } from '../rules-labels.ts'

export const client = clientOf(reviews)
export const fairClient = clientOf(fairs)

/** Participations are created by companies; staff only list and review them. */
export const resource: ListResource<ParticipationLine, never, 'role' | 'state' | 'fair', 'createdAt' | 'updatedAt'> = {
  path: reviews.list.path,
  access: reviews.list.access,
  async list(query, options) {
    const { participations: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const stateMarks: Record<ParticipationState, Mark> = {
  submitted: 'new',
  asked: 'assigned',
  approved: 'published',
  refused: 'wrong',
  withdrawn: 'ended',
}
export const roleLabels: Record<Role, () => string> = { seller: m.participants_seller, buyer: m.participants_buyer }
export const decisionLabels: Record<Decision, () => string> = {
  approved: m.participants_approve,
  asked: m.participants_ask,
  refused: m.participants_refuse,
}
export const programmeLabels = { award: m.programmes_award, rookie: m.programmes_rookie }
export const formatCategories = (categories: readonly Category[]): string =>
  categories.map((category) => categoryLabels[category]()).join(', ')

const display = (type: 'region' | 'language') =>
  new Intl.DisplayNames(getLocale() === 'cn' ? 'zh' : getLocale(), { type, fallback: 'code' })
export const countryName = (code: string): string => display('region').of(code) ?? code
export const formatLanguages = (codes: readonly string[]): string =>
  codes.map((code) => display('language').of(code) ?? code).join(', ')
export const localeName = (locale: Locale): string => formatLanguages([locale === 'cn' ? 'zh' : locale])
