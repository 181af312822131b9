import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import type { CompanyRow } from '#people/companies/table.ts'
import { buildUser } from '#people/users/factory.ts'
import type { participants as contract } from './contract.ts'
import type { reviews } from './contract-review.ts'
import { matchProfiles, type ParticipationRow, type ProfileRow, participations } from './table.ts'

interface ProfileOverrides extends Partial<ProfileRow> {
  /** Overrides of the company record. */
  company?: Partial<CompanyRow>
}

/** Creates a profile with its own account and company unless `userId` and `companyId` are given. */
export const buildProfile = async (
  context: Context,
  { company, ...overrides }: ProfileOverrides = {},
): Promise<ProfileRow> => {
  const userId = overrides.userId ?? (await buildUser(context, { kind: 'COMPANY' })).id
  const companyId = overrides.companyId ?? (await buildCompany(context, { userId, ...company })).id
  const role = overrides.role ?? 'seller'
  const row: ProfileRow = {
    id: context.newId(),
    country: 'KR',
    timeZone: 'Asia/Seoul',
    names: {},
    introduction: { ko: '손으로 빚은 찻잔과 접시를 만듭니다.' },
    website: null,
    contactName: '서가온',
    contactEmail: 'hello@guungyeol.example',
    contactPhone: '+8220000000',
    languages: ['ko', 'en'],
    categories: ['tableware'],
    buyerType: role === 'buyer' ? 'online' : null,
    areaCity: role === 'buyer' ? '서울특별시' : '',
    areaDistrict: '',
    interests: role === 'buyer' ? ['tableware'] : [],
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
    userId,
    companyId,
    role,
  }
  await context.database.insert(matchProfiles).values(row)
  return row
}

/** Creates a participation; approved by default. */
export const buildParticipation = async (
  context: Context,
  overrides: Partial<ParticipationRow> & Pick<ParticipationRow, 'fairId' | 'profileId'>,
): Promise<ParticipationRow> => {
  const row: ParticipationRow = {
    id: context.newId(),
    state: 'approved',
    note: '',
    reason: '',
    decidedAt: null,
    decidedBy: null,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(participations).values(row)
  return row
}

/** Returns the caller's buyer profile, creating it if needed. */
const ownBuyer = async (context: Context) => {
  const { userId } = context.principal
  const company = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
  const [existing] = await context.database
    .select()
    .from(matchProfiles)
    .where(and(eq(matchProfiles.userId, userId), eq(matchProfiles.role, 'buyer')))
  return existing ?? buildProfile(context, { userId, companyId: company.id, role: 'buyer' })
}

/** Creates a buyer's participation that waits for review. */
const waiting = async (context: Context) => {
  const { id: fairId } = await buildFair(context)
  const { id: profileId } = await buildProfile(context, { role: 'buyer' })
  return buildParticipation(context, { fairId, profileId, state: 'submitted' })
}

export const samples: Samples<typeof contract & typeof reviews> = {
  join: async (context) => {
    const { userId } = context.principal
    if (!(await findCompany(context, userId))) await buildCompany(context, { userId })
    await context.database
      .delete(matchProfiles)
      .where(and(eq(matchProfiles.userId, userId), eq(matchProfiles.role, 'buyer')))
    return { body: { role: 'buyer', buyerType: 'online', areaCity: '서울특별시', interests: ['tableware'] } }
  },
  changeIntroduction: async (context) => {
    const { id, updatedAt } = await ownBuyer(context)
    return { params: { id }, body: { contactName: '서가온', updatedAt: updatedAt.toISOString() } }
  },
  takePart: async (context) => {
    await ownBuyer(context)
    const { id } = await buildFair(context)
    return { body: { fair: id, role: 'buyer', note: '편집숍 3곳을 운영합니다.' } }
  },
  leave: async (context) => {
    const { id: profileId } = await ownBuyer(context)
    const { id: fairId } = await buildFair(context)
    return { params: { id: (await buildParticipation(context, { fairId, profileId, state: 'submitted' })).id } }
  },
  decideOne: async (context) => {
    const { id, updatedAt } = await waiting(context)
    return { params: { id }, body: { state: 'approved', updatedAt: updatedAt.toISOString() } }
  },
  decide: async (context) => {
    const { id } = await waiting(context)
    return { body: { ids: [id], state: 'asked', reason: '매장 사진이 필요합니다.' } }
  },
  remark: async (context) => {
    const { id } = await waiting(context)
    return { params: { id }, body: { text: '매장 주소를 확인했습니다.' } }
  },
}
