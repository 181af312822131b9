import { locales } from '#kit/locale.ts'
import { ParticipationState, Role } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import type { AudienceFilter } from '../contract.ts'

export type Filter = Omit<AudienceFilter, 'fair'>
type Choice = 'role' | 'state' | 'times' | 'day' | 'locale'

const roleLabels = { seller: m.participants_seller, buyer: m.participants_buyer }
const stateLabels = {
  submitted: m.participants_state_submitted,
  asked: m.participants_state_asked,
  approved: m.participants_state_approved,
  refused: m.participants_state_refused,
  withdrawn: m.participants_state_withdrawn,
}
export const languageLabels = { ko: m.audience_in_ko, en: m.audience_in_en, cn: m.audience_in_cn }

/** Returns the fields of the filter with their labels and options. */
export const listFilterFields = (
  days: readonly string[],
): { name: Choice; label: string; options: { value: string; label: string }[] }[] => [
  {
    name: 'role',
    label: m.participants_role(),
    options: Role.options.map((value) => ({ value, label: roleLabels[value]() })),
  },
  {
    name: 'state',
    label: m.audience_state(),
    options: ParticipationState.options.map((value) => ({ value, label: stateLabels[value]() })),
  },
  { name: 'times', label: m.audience_times(), options: [{ value: 'none', label: m.audience_times_none() }] },
  { name: 'day', label: m.audience_day(), options: days.map((value) => ({ value, label: value })) },
  {
    name: 'locale',
    label: m.audience_language(),
    options: locales.map((value) => ({ value, label: languageLabels[value]() })),
  },
]

/** Describes a filter in words, for the title of the message's audience. */
export const describeFilter = ({ role, state, times, day, locale, leastMeetings, mostMeetings }: Filter): string[] => [
  ...(role ? [roleLabels[role]()] : []),
  ...(state ? [stateLabels[state]()] : []),
  ...(times ? [m.audience_times_none()] : []),
  ...(day ? [m.audience_on({ day })] : []),
  ...(leastMeetings === undefined ? [] : [`${m.audience_least()} ${leastMeetings}`]),
  ...(mostMeetings === undefined ? [] : [`${m.audience_most()} ${mostMeetings}`]),
  ...(locale ? [languageLabels[locale]()] : []),
]
