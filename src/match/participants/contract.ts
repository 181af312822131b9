import { z } from 'zod'
import {
  ById,
  headerLine,
  Id,
  Instant,
  Link,
  listQuery,
  localizedOptional,
  page,
  recordFields,
  route,
} from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { OptionalPhone } from '#kit/phone/phone-field.ts'
import { m } from '#messages/messages.js'
import {
  categories,
  maxIntroductionLength,
  maxNoteLength,
  meetingLanguages,
  participationStates,
  roles,
  ways,
} from './rules.ts'

fieldMessages({
  match_time_zone: m.participants_field_time_zone,
  match_listed: m.participants_field_listed,
  match_phase: m.participants_field_phase,
  match_decided: m.participants_field_decided,
  match_decision: m.participants_field_decision,
})

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
export const Way = z.enum(ways)
export type Way = z.infer<typeof Way>
export const Category = z.enum(categories)
export type Category = z.infer<typeof Category>
export const ParticipationState = z.enum(participationStates)
export type ParticipationState = z.infer<typeof ParticipationState>
export const MeetingLanguage = z.enum(meetingLanguages)

export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .describe('ISO 3166-1 alpha-2')

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Profile fields of both roles, in addition to the company record. */
const facts = {
  country: Country,
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'match_time_zone' }),
  names: localizedOptional(100),
  introduction: localizedOptional(maxIntroductionLength),
  website: Link.nullable(),
  contactName: headerLine(60),
  contactEmail: z.email().max(200).or(z.literal('')),
  contactPhone: OptionalPhone,
  languages: z.array(MeetingLanguage).max(meetingLanguages.length),
  categories: z.array(Category).max(categories.length),
}
const buyerFacts = {
  buyerType: Way.nullable().describe('Meeting type of a buyer; null for sellers'),
  areaCity: headerLine(60).describe('City or state where a buyer operates'),
  areaDistrict: headerLine(60).describe('Si, gu or gun'),
  interests: z.array(Category).max(categories.length).describe('In order of preference'),
}
const optional = {
  country: facts.country.default('KR'),
  timeZone: facts.timeZone.default('Asia/Seoul'),
  names: facts.names.default({}),
  introduction: facts.introduction.default({}),
  website: facts.website.default(null),
  contactName: facts.contactName.default(''),
  contactEmail: facts.contactEmail.default(''),
  contactPhone: facts.contactPhone.default(''),
  languages: facts.languages.default([]),
  categories: facts.categories.default([]),
}

/** Fields of a company that joins; buyers must also give their meeting type, area and interests. */
export const JoinInput = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('seller'), ...optional }),
  z.strictObject({
    role: z.literal('buyer'),
    ...optional,
    buyerType: Way,
    areaCity: buyerFacts.areaCity.min(1),
    areaDistrict: buyerFacts.areaDistrict.default(''),
    interests: buyerFacts.interests.min(1),
  }),
])
export type JoinInput = z.output<typeof JoinInput>

const company = {
  company: z.string(),
  ceo: z.string(),
  category: z.string(),
  address: z.string(),
}

/** Profile as seen by its own company. */
export const Introduction = z
  .object({
    ...recordFields,
    role: Role,
    ...company,
    ...facts,
    ...buyerFacts,
    website: z.string().nullable(),
    contactPhone: z.string(),
  })
  .meta({ id: 'ProfileIntroduction' })
export type Introduction = z.infer<typeof Introduction>

/** Company in a public list, in the reader's language. */
const publicLine = {
  _id: Id,
  role: Role,
  name: z.string(),
  country: Country,
  category: z.string(),
  categories: z.array(Category),
  languages: z.array(MeetingLanguage),
  /** First 160 characters of the introduction. */
  summary: z.string(),
}
export const SellerLine = z
  .object({
    ...publicLine,
    certificates: z.array(z.object({ programme: z.enum(['award', 'rookie']), year: z.number().int() })),
    products: z.number().int(),
  })
  .meta({ id: 'SellerLine' })
export type SellerLine = z.infer<typeof SellerLine>
export const BuyerLine = z
  .object({
    ...publicLine,
    buyerType: Way,
    areaCity: z.string(),
    areaDistrict: z.string(),
    interests: z.array(Category),
  })
  .meta({ id: 'BuyerLine' })
export type BuyerLine = z.infer<typeof BuyerLine>

const publicFacts = {
  ceo: z.string(),
  address: z.string(),
  website: z.string().nullable(),
  introduction: z.string(),
  timeZone: z.string(),
}
export const Seller = z.object({ ...SellerLine.shape, ...publicFacts }).meta({ id: 'Seller' })
export type Seller = z.infer<typeof Seller>
/** Public buyer data. Contact data is only visible to companies with a matching (`GET /api/v1/me/matchings/{id}`). */
export const Buyer = z.object({ ...BuyerLine.shape, ...publicFacts }).meta({ id: 'Buyer' })
export type Buyer = z.infer<typeof Buyer>

export const ProfileRef = z.object({ _id: Id, role: Role, name: z.string(), country: Country })

/** Participation in a fair, as seen by its own company. */
const MyFair = z
  .object({
    ...recordFields,
    fair: z.object({
      _id: Id,
      title: z.string(),
      phase: z.string(),
      startsAt: Instant,
      endsAt: Instant,
      requestLimit: z.number().int(),
      opens: z.boolean().describe('True if the company can apply or answer a question now'),
    }),
    profile: ProfileRef,
    state: ParticipationState,
    note: z.string(),
    reason: z.string(),
    freeTimes: z.number().int(),
    openRequests: z.number().int(),
  })
  .meta({ id: 'MyFair' })
export type MyFair = z.infer<typeof MyFair>

const profiles = '/api/v1/me/profiles'
const myFairs = '/api/v1/me/fairs'
const paging = listQuery(['createdAt'])
const companyFilters = {
  page: paging.page,
  limit: paging.limit,
  q: paging.q,
  category: Category.optional(),
  language: MeetingLanguage.optional(),
  country: Country.optional(),
}
const FairParams = z.strictObject({ id: Id })

/** Routes of companies in Match: profiles and fair participations. */
export const participants = {
  introductions: route({
    method: 'GET',
    path: profiles,
    access: 'member',
    owned: true,
    summary: 'Lists the profiles of the company: seller, buyer, or both.',
    answer: z.object({ introductions: z.array(Introduction) }),
  }),
  join: route({
    method: 'POST',
    path: profiles,
    access: 'member',
    owned: true,
    summary: 'Joins as a seller (only companies on the programme list) or as a buyer.',
    body: JoinInput,
    answer: z.object({ introduction: Introduction }),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  changeIntroduction: route({
    method: 'PUT',
    path: `${profiles}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Updates a profile of the company; omitted fields stay unchanged.',
    params: ById,
    body: z.strictObject({
      ...z.object({ ...facts, ...buyerFacts, buyerType: Way }).partial().shape,
      updatedAt: Instant.optional(),
    }),
    answer: z.object({ introduction: Introduction }),
  }),

  myFairs: route({
    method: 'GET',
    path: myFairs,
    access: 'member',
    owned: true,
    summary: 'Lists the fairs the company participates in or applied to.',
    answer: z.object({ fairs: z.array(MyFair) }),
  }),
  takePart: route({
    method: 'POST',
    path: myFairs,
    access: 'member',
    owned: true,
    summary: 'Applies to a fair in a role; again after a question, a withdrawal or a refusal.',
    body: z.strictObject({ fair: Id, role: Role, note: z.string().trim().max(maxNoteLength).default('') }),
    answer: z.object({ fair: MyFair }),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  leave: route({
    method: 'DELETE',
    path: `${myFairs}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Withdraws a participation by its id. Returns 409 while the company has an open matching.',
    params: ById,
    status: 204,
  }),

  sellers: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}/sellers',
    access: 'public',
    summary: 'Lists the sellers in a fair by name.',
    params: FairParams,
    query: z.strictObject({ ...companyFilters, programme: z.enum(['award', 'rookie']).optional() }),
    answer: page('sellers', SellerLine),
    cached: 'apart',
  }),
  seller: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}/sellers/{seller}',
    access: 'public',
    summary: 'Returns a seller in a fair.',
    params: z.strictObject({ id: Id, seller: Id }),
    answer: z.object({ seller: Seller }),
    cached: true,
  }),
  buyers: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}/buyers',
    access: 'public',
    summary: 'Lists the buyers in a fair by name, without contact data.',
    params: FairParams,
    query: z.strictObject({ ...companyFilters, buyerType: Way.optional() }),
    answer: page('buyers', BuyerLine),
    cached: 'apart',
  }),
  buyer: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}/buyers/{buyer}',
    access: 'public',
    summary: 'Returns a buyer in a fair, without contact data.',
    params: z.strictObject({ id: Id, buyer: Id }),
    answer: z.object({ buyer: Buyer }),
    cached: true,
  }),
}
