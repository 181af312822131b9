import { z } from 'zod'
import { ById, crud, Days, headerLine, Id, Instant, Locale, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Phone } from '#kit/phone/phone-field.ts'
import { checkedSheet, SheetChoice, sheetUpload } from '#kit/spreadsheet/import-contract.ts'
import { m } from '#messages/messages.js'
import { BusinessNumber } from '#people/companies/contract.ts'
import { ConsentOnDay, Day } from '#people/consents/contract.ts'
import { Outlook } from '#people/withdrawals/contract.ts'
import { MemberFile, MemberKind, PersonName, Username } from './contract.ts'
import { memberImport } from './contract-import.ts'
import { memberStates } from './rules.ts'

fieldMessages({
  reason: m.users_field_reason,
  email_form: m.users_field_email,
  contact_missing: m.users_field_contact,
  level_above: m.users_field_level_above,
  last_owner: m.users_field_last_owner,
  beyond: m.users_field_beyond,
  own_contact: m.users_field_own_contact,
  day_to_come: m.users_field_day_to_come,
})

const access = 'console:users'

/** Reason for reading data or changing an account; stored in the audit log. */
export const Reason = z.string().trim().min(4, { error: 'reason' }).max(300)

const Email = z.email({ error: 'email_form' }).max(200)

const CompanyFacts = z.strictObject({
  name: headerLine(100).min(1),
  ceo: headerLine(60).min(1),
  businessNumber: BusinessNumber,
  category: headerLine(60).min(1),
  address: headerLine(200).min(1),
})

const LevelOfMember = z.object({ _id: Id, key: z.string(), title: z.string(), isStaff: z.boolean() })

/** Fields that staff can change. */
export const MemberChange = z.strictObject({
  name: PersonName,
  email: Email.nullable(),
  phone: Phone.nullable(),
  locale: Locale,
  levelId: Id,
})

/** Account created by staff; its owner sets the password by a link. */
export const MemberInput = z.strictObject({
  username: Username,
  ...MemberChange.shape,
  kind: MemberKind,
  company: CompanyFacts.nullable(),
  /** True to send the link immediately. */
  invite: z.boolean(),
})
export type MemberInput = z.output<typeof MemberInput>

const State = z.enum(memberStates)

/** Entry in the member list. */
export const MemberLine = z
  .object({
    ...recordFields,
    username: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    kind: MemberKind,
    state: State,
    level: LevelOfMember,
    company: z.string().nullable(),
    /** Last use. */
    usedAt: Instant.nullable(),
  })
  .meta({ id: 'MemberLine' })
export type MemberLine = z.infer<typeof MemberLine>

const ChangeMoment = z.object({
  at: Instant,
  action: z.string(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
})

/** All data of a member. */
export const Member = z
  .object({
    ...MemberLine.omit({ company: true }).shape,
    /** Identifier in the audit log. */
    number: z.string(),
    locale: Locale,
    lockReason: z.string().nullable(),
    company: z
      .object({
        name: z.string(),
        ceo: z.string(),
        businessNumber: z.string(),
        category: z.string(),
        address: z.string(),
      })
      .nullable(),
    hasPassword: z.boolean(),
    secondStep: z.object({
      /** Activation of two-step verification; null if it is off. */
      since: Instant.nullable(),
      passkeys: z.number().int(),
      /** True if the caller may reset both: for accounts below their rank without permissions that the caller lacks. */
      mayReset: z.boolean(),
    }),
    consents: z.array(
      z.object({
        subject: z.string(),
        title: z.string(),
        given: z.boolean(),
        required: z.boolean(),
        version: z.string().nullable(),
        current: z.string().nullable(),
        at: Instant.nullable(),
        how: z.string().nullable(),
        asked: z.boolean(),
      }),
    ),
    sessions: z.array(
      z.object({ _id: Id, device: z.string(), address: z.string(), createdAt: Instant, usedAt: Instant }),
    ),
    /** Names of private files; reading the contents requires a reason. */
    files: z.array(z.object({ _id: Id, purpose: z.string(), name: z.string(), createdAt: Instant })),
    /** Records in other modules, by the key of their part. */
    parts: z.array(
      z.object({
        key: z.string(),
        total: z.number().int(),
        entries: z.array(
          z.object({ _id: z.string(), title: z.string(), state: z.string().nullable(), at: Instant, to: z.string() }),
        ),
      }),
    ),
    /** Latest audit lines. */
    log: z.array(ChangeMoment),
    /** True if the caller may change the account, which is limited to lower levels. */
    mayChange: z.boolean(),
    /** True if the caller holds all permissions of the account, which is required to change its contact or password. */
    mayRecover: z.boolean(),
    /** The only active owner, which can neither be locked nor change its level. */
    isLastOwner: z.boolean(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

const filters = {
  kind: MemberKind.optional(),
  level: Id.optional(),
  state: State.optional(),
  staff: z.stringbool().optional(),
  /** Range of join days. */
  joined: Days.optional(),
  /** Id of a version of terms that the member has not agreed to. */
  lacks: Id.optional(),
}

const crudRoutes = crud('/api/console/users', { one: 'user', many: 'users' }, Member, MemberInput, {
  access,
  sort: ['createdAt', 'name', 'username'],
  filters,
  line: MemberLine,
})

const { list, get, create } = crudRoutes
const answer = z.object({ user: Member })

export const members = {
  list,
  get,
  create,
  update: route({
    ...crudRoutes.update,
    body: MemberChange.partial().extend({ updatedAt: Instant.optional() }),
  }),
  consentsOn: route({
    method: 'GET',
    path: '/api/console/users/{id}/consents',
    access,
    summary: 'Consents of an account at the end of a day in Seoul, with the versions of that day. The read is logged.',
    params: ById,
    query: z.strictObject({ day: Day }),
    answer: z.object({ day: z.string(), consents: z.array(ConsentOnDay) }),
  }),
  levelChoices: route({
    method: 'GET',
    path: '/api/console/users/levels',
    access,
    summary: 'All levels, highest first, and which of them the caller may grant.',
    answer: z.object({ levels: z.array(LevelOfMember.extend({ mayGive: z.boolean() })) }),
  }),
  lock: route({
    method: 'POST',
    path: '/api/console/users/{id}/lock',
    access,
    summary: 'Lock an account: ends its sessions and refuses its log-ins.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    answer,
  }),
  unlock: route({
    method: 'POST',
    path: '/api/console/users/{id}/unlock',
    access,
    summary: 'Unlock an account.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    answer,
  }),
  signOut: route({
    method: 'POST',
    path: '/api/console/users/{id}/sign-out',
    access,
    summary: 'End every session of an account.',
    params: ById,
    answer: z.object({ ended: z.number().int() }),
  }),
  reset: route({
    method: 'POST',
    path: '/api/console/users/{id}/reset',
    access,
    summary:
      'Send a single-use link to set a new password, valid for 30 minutes, by mail or, without an address, by text message.',
    params: ById,
    answer: z.object({ channel: z.enum(['EMAIL', 'SMS']) }),
    perMinute: 20,
  }),
  resetSecondStep: route({
    method: 'POST',
    path: '/api/console/users/{id}/second-step/reset',
    access,
    summary:
      'Disable 2-step verification and delete the passkeys of an account that lost them. The account must be below the caller’s rank, or both be owners. Ends its sessions and notifies it.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    answer,
  }),
  outlookOf: route({
    method: 'GET',
    path: '/api/console/users/{id}/withdraw',
    access,
    summary: 'What blocks the withdrawal of an account, and what the law would retain.',
    params: ById,
    answer: z.object({ withdrawal: Outlook }),
  }),
  withdrawOf: route({
    method: 'POST',
    path: '/api/console/users/{id}/withdraw',
    access,
    summary: 'Close an account permanently, as its owner could. Cannot be undone.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    status: 204,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/console/users/{id}',
    access,
    summary:
      'Close an account permanently, as `POST /api/console/users/{id}/withdraw`: the law’s records are kept, everything else is deleted.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    status: 204,
  }),
  lookAtFiles: route({
    method: 'POST',
    path: '/api/console/users/{id}/files',
    access: 'console:private-files:write',
    together: 'by-asker',
    summary: 'Create URLs for a member’s private files, valid for five minutes. The caller and the reason are logged.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    answer: z.object({ files: z.array(MemberFile) }),
  }),
  export: route({
    method: 'POST',
    path: '/api/console/users/export',
    access,
    summary: 'Create a signed URL of an Excel file with the filtered members. The caller and the reason are logged.',
    body: z.strictObject({
      reason: Reason,
      q: z.string().trim().max(100).optional(),
      ...filters,
      staff: z.boolean().optional(),
    }),
    answer: z.object({ url: z.string(), total: z.number().int() }),
    perMinute: 10,
  }),
  checkImport: route({
    method: 'POST',
    path: '/api/console/users/import/check',
    access,
    summary: 'Validate an Excel file of members row by row. Changes nothing.',
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ sheet: checkedSheet(memberImport) }),
    perMinute: 60,
  }),
  import: route({
    method: 'POST',
    path: '/api/console/users/import',
    access,
    summary: 'Create the members of an Excel file: all of them, or none.',
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ imported: z.number().int() }),
    status: 201,
    perMinute: 10,
  }),
}
