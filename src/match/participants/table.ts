import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { Category, ParticipationState, Role, Way } from './rules.ts'

/** Profile of a company in one role (seller or buyer), in addition to its company record. */
export const matchProfiles = pgTable('match_profiles', {
  ...recordColumns(),
  companyId: uuid('company_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
  country: text('country').notNull().default('KR'),
  timeZone: text('time_zone').notNull().default('Asia/Seoul'),
  names: json<Localized>('names').notNull().default({}),
  introduction: json<Localized>('introduction').notNull().default({}),
  website: text('website'),
  contactName: text('contact_name').notNull().default(''),
  contactEmail: text('contact_email').notNull().default(''),
  contactPhone: text('contact_phone').notNull().default(''),
  languages: text('languages').array().notNull().default([]),
  categories: text('categories').array().$type<Category[]>().notNull().default([]),
  buyerType: text('buyer_type').$type<Way>(),
  areaCity: text('area_city').notNull().default(''),
  areaDistrict: text('area_district').notNull().default(''),
  interests: text('interests').array().$type<Category[]>().notNull().default([]),
})
export type ProfileRow = typeof matchProfiles.$inferSelect

/** Participation of a profile in a fair, with the operator's decision. */
export const participations = pgTable('participations', {
  ...recordColumns(),
  fairId: uuid('fair_id').notNull(),
  profileId: uuid('profile_id').notNull(),
  state: text('state').$type<ParticipationState>().notNull().default('submitted'),
  note: text('note').notNull().default(''),
  reason: text('reason').notNull().default(''),
  decidedAt: moment('decided_at'),
  decidedBy: uuid('decided_by'),
})
export type ParticipationRow = typeof participations.$inferSelect

/** Staff remarks on a participation, not visible to its company. */
export const participationRemarks = pgTable('participation_remarks', {
  id: uuid('id').primaryKey(),
  participationId: uuid('participation_id').notNull(),
  authorId: uuid('author_id'),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull(),
})
