import { type Introduction, type JoinInput, type MyFair, participants } from '#match/participants/contract.ts'
import { programmes } from '#match/programmes/contract.ts'
import { type Company, companies } from '#people/companies/contract.ts'
import { clientOf } from '#session/session.ts'

/** Joining state of the member in a role: company, profile, programme entries, and fairs. */
export interface JoinState {
  company: Company | null
  introduction: Introduction | null
  entries: readonly { programme: 'award' | 'rookie'; year: number; company: string }[]
  near: readonly { programme: 'award' | 'rookie'; year: number; company: string }[]
  fairs: readonly MyFair[]
}

export const loadJoinState = async (side: 'seller' | 'buyer'): Promise<JoinState> => {
  const { company } = await clientOf(companies).company()
  if (!company) return { company, introduction: null, entries: [], near: [], fairs: [] }
  const client = clientOf(participants)
  const [{ introductions }, { fairs }, listed] = await Promise.all([
    client.introductions(),
    client.myFairs(),
    side === 'seller' ? clientOf(programmes).own() : { entries: [], near: [] },
  ])
  return {
    company,
    introduction: introductions.find(({ role }) => role === side) ?? null,
    entries: listed.entries,
    near: listed.near,
    fairs: fairs.filter(({ profile }) => profile.role === side),
  }
}

export const sendJoin = async (body: JoinInput): Promise<Introduction> =>
  (await clientOf(participants).join({ body })).introduction

export const applyToFair = async (fair: string, role: 'seller' | 'buyer', note: string): Promise<MyFair> =>
  (await clientOf(participants).takePart({ body: { fair, role, note } })).fair
