import { useQuery } from '@tanstack/react-query'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { useMayRead } from '#console/kit/use-rights.ts'
import { locales } from '#kit/locale.ts'
import { resourceOf } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { type ConsentState, consents } from '#people/consents/contract.ts'
import { clientOf, transport } from '#session/session.ts'
import type { FilePurpose, MemberKind } from '../contract.ts'
import { type Member, members } from '../contract-members.ts'
import type { MemberState } from '../rules.ts'

export const client = clientOf(members)

export const resource = consoleResource(members)

const { list, get, update } = members
/** Resource of the form for an existing account. */
export const changes = resourceOf({ list, get, update }, transport)

/** Loads the levels, highest first. */
export const useLevels = () =>
  useQuery({
    queryKey: [members.levelChoices.path],
    queryFn: ({ signal }) => client.levelChoices(undefined, { signal }),
    staleTime: 60_000,
  }).data?.levels ?? []

export const kindLabels: Record<MemberKind, () => string> = {
  PERSON: m.users_kind_person,
  COMPANY: m.users_kind_company,
}

const states: Record<MemberState, { mark: Mark; words: () => string }> = {
  active: { mark: 'published', words: m.users_state_active },
  dormant: { mark: 'hidden', words: m.users_state_dormant },
  locked: { mark: 'locked', words: m.users_state_locked },
}

export const getStateLabel = (state: MemberState): string => states[state].words()
export const getStateMark = (state: MemberState): Mark => states[state].mark

/** State of an account as an icon and a label. */
export function MemberStateMark({ state }: { state: MemberState }) {
  return <StateMark mark={getStateMark(state)}>{getStateLabel(state)}</StateMark>
}

export const purposeLabels: Record<FilePurpose, () => string> = {
  photo: m.users_file_photo,
  logo: m.users_file_logo,
  companyPhoto: m.users_file_company_photo,
  businessRegistration: m.users_file_registration,
  introduction: m.users_file_introduction,
}

/** Wrong if the version in force is not the one agreed to. */
export const getConsentMark = (
  { given, version }: Pick<ConsentState, 'given' | 'version'>,
  inForce: string | null,
): Mark => {
  if (!given) return 'ended'
  return inForce && inForce !== version ? 'wrong' : 'answered'
}

/** Returns the name of a consent's subject. */
export const getConsentName = ({ subject, title }: Pick<Member['consents'][number], 'subject' | 'title'>): string => {
  if (subject === 'age') return m.users_consent_age()
  if (subject === 'channel:EMAIL') return m.users_consent_mail()
  if (subject === 'channel:SMS') return m.users_consent_sms()
  if (subject === 'channel:PHONE') return m.users_consent_phone()
  if (subject === 'night') return m.users_consent_night()
  return title
}

const consentSourceLabels = { join: m.users_how_join, me: m.users_how_me, link: m.users_how_link } as const

/** Returns how a consent was given or withdrawn. */
export const consentSourceLabel = (how: string | null): string =>
  how ? (consentSourceLabels[how as keyof typeof consentSourceLabels]?.() ?? how) : '–'

const consentClient = clientOf(consents)

/** Loads the texts that members are asked for, in the versions in force. */
export const useVersions = () => {
  const mayReadTerms = useMayRead('console:terms')
  return (
    useQuery({
      queryKey: [consents.agreements.path],
      queryFn: ({ signal }) => consentClient.agreements(undefined, { signal }),
      staleTime: 60_000,
      enabled: mayReadTerms,
    }).data?.agreements ?? []
  )
}

/** Levels as select options; those the user may not grant are disabled with the reason. */
export const useGrantableLevels = () =>
  useLevels().map(({ _id, title, mayGive }) => ({
    value: _id,
    label: title,
    ...(!mayGive && { reason: m.users_level_above() }),
  }))

export const localeOptions = locales.map((value) => ({ value, label: languageName[value] }))
