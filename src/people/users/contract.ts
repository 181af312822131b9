import { z } from 'zod'
import { Id, Instant, Locale, maxPictureBytes, recordFields, route } from '#kit/contract.ts'
import { workbookType } from '#kit/files/file-types.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { MemberNews, MemberWait } from '#kit/module/overview.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  username: m.users_field_username,
  ticket: m.users_field_ticket,
  proof: m.users_field_proof,
  unpacked: m.users_field_unpacked,
})

export const MemberKind = z.enum(['PERSON', 'COMPANY'])
export type MemberKind = z.infer<typeof MemberKind>

export const filePurposes = ['photo', 'logo', 'companyPhoto', 'businessRegistration', 'introduction'] as const
export type FilePurpose = (typeof filePurposes)[number]

/**
 * Lower-case letters and digits, with `.`, `_`, `-` between them. No `@`, so that it cannot be read as an e-mail
 * address.
 */
export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/, { error: 'username' })
  .min(4)
  .max(30)

/** Display name; no control characters, because it appears in mails. */
export const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, { error: 'line_break' })

/** Signed reference to an upload until it is saved with a record; valid for a week. */
export const Ticket = z.string().max(2000)

/** A file as its owner sees it, with a URL valid for five minutes. */
export const MemberFile = z
  .object({
    _id: Id,
    name: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    url: z.string(),
    /** Pixels of the thumbnail at `url`; null if the file is not a picture. */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .meta({ id: 'MemberFile' })
export type MemberFile = z.infer<typeof MemberFile>

/** The logged-in account as it sees itself. */
export const Me = z
  .object({
    ...recordFields,
    username: z.string(),
    name: z.string(),
    /** Key of the level. */
    level: z.string(),
    scope: z.array(z.string()),
    kind: MemberKind,
    email: z.string().nullable(),
    /** E.164. */
    phone: z.string().nullable(),
    locale: Locale,
    photo: MemberFile.nullable(),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

const megabyte = 1024 ** 2

/** An uploaded file without a record; only its ticket refers to it. */
const Uploaded = z
  .object({ name: z.string(), mime: z.string(), bytes: z.number().int(), ticket: Ticket, until: Instant })
  .meta({ id: 'UploadedFile' })
export type Uploaded = z.infer<typeof Uploaded>

const shown = ['image/jpeg', 'image/png', 'image/webp'] as const
const picture = { kinds: ['picture'], types: shown, maxBytes: maxPictureBytes, maxFiles: 1 } as const
const registration = {
  kinds: ['picture', 'document'],
  types: ['application/pdf', ...shown],
  maxBytes: 50 * megabyte,
  maxFiles: 1,
} as const
/** Types of a company profile. */
export const introductionTypes = ['application/pdf', workbookType, 'image/jpeg', 'image/png'] as const
const introduction = { ...registration, types: introductionTypes } as const

const upload = {
  method: 'POST',
  access: 'public',
  answer: z.object({ file: Uploaded }),
  status: 201,
  perMinute: 30,
} as const

export const users = {
  me: route({
    method: 'GET',
    path: '/api/v1/me',
    access: 'member',
    summary: 'The logged-in account.',
    answer: z.object({ me: Me }),
    beforeTwoStep: true,
  }),
  updateMe: route({
    method: 'PUT',
    path: '/api/v1/me',
    access: 'member',
    summary:
      'Change the caller’s profile; omitted fields stay as they are. A new e-mail address or phone number requires its proof and the current password, and the previous contact is notified.',
    body: z.strictObject({
      name: PersonName.optional(),
      locale: Locale.optional(),
      /** Upload ticket; null removes the photo. */
      photo: Ticket.nullable().optional(),
      /** Token from `certify/confirm`: its contact replaces the current one. */
      proof: z.string().max(2000).optional(),
      /** Current password, required with a proof. */
      password: z.string().min(1).max(256).optional(),
      updatedAt: Instant.optional(),
    }),
    answer: z.object({ me: Me }),
  }),
  overview: route({
    method: 'GET',
    path: '/api/v1/me/overview',
    access: 'member',
    summary: 'Waiting tasks of the logged-in account, most urgent first, and its newest records.',
    answer: z.object({ waits: z.array(MemberWait), news: z.array(MemberNews) }),
  }),
  uploadPhoto: route({
    ...upload,
    path: '/api/v1/users/photo',
    summary: 'Upload a photo of a member or company; send the returned ticket with the record it belongs to.',
    upload: { field: 'photo', ...picture },
  }),
  uploadLogo: route({
    ...upload,
    path: '/api/v1/users/logo',
    summary: 'Upload a logo.',
    upload: { field: 'logo', ...picture },
  }),
  uploadRegistration: route({
    ...upload,
    path: '/api/v1/users/businessRegistration',
    summary: 'Upload a business registration certificate: .pdf, .jpg, .png or .webp. Private.',
    upload: { field: 'businessRegistration', ...registration },
  }),
  uploadIntroduction: route({
    ...upload,
    path: '/api/v1/users/introduction',
    summary: 'Upload a company profile: .pdf, .xlsx, .jpg or .png.',
    upload: { field: 'introduction', ...introduction },
  }),
}
