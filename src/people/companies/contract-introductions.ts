import { z } from 'zod'
import { ById, headerLine, Id, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { markKinds } from '#kit/personal/marks.ts'
import { introductionTypes, MemberFile } from '#people/users/contract.ts'
import { Company } from './contract.ts'

/** Company profiles: uploaded in chunks at `introductionUploadPath`, recorded here, and scanned by a job. */

export const introductionUploadPath = '/api/v1/me/introductions/uploads'

export const introductionUpload = {
  field: 'introduction',
  kinds: ['picture', 'document'],
  types: introductionTypes,
  maxBytes: 50 * 1024 ** 2,
  maxFiles: 1,
} as const

/** Maximum number of profiles per company. */
export const maxIntroductions = 5

/** A finding: kind, position, and an excerpt by which the author recognizes it. */
const Place = z.object({
  kind: z.enum(markKinds),
  page: z.number().int().describe('Page or sheet, from 1'),
  sheet: z.string().optional(),
  cell: z.string().optional(),
  shown: z.string(),
})

export const Introduction = z
  .object({
    ...recordFields,
    state: z
      .enum(['checking', 'asked', 'kept'])
      .describe('`asked`: personal data was found; staff see the file once the company confirms it'),
    read: z.enum(['whole', 'part', 'none']).nullable().describe('How much could be read; null until the scan has run'),
    pages: z.number().int(),
    places: z.array(Place),
    file: MemberFile,
  })
  .meta({ id: 'Introduction' })
export type Introduction = z.infer<typeof Introduction>

/** An incomplete upload. */
export const UnfinishedUpload = z
  .object({
    _id: Id,
    name: z.string(),
    bytes: z.number().int(),
    received: z.number().int(),
    modified: z.number().int().describe('Last change of the file, in epoch milliseconds'),
  })
  .meta({ id: 'UnfinishedUpload' })
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>

const basePath = '/api/v1/me/introductions'
const companiesPath = '/api/console/companies'
const access = 'console:companies'
const single = one('introduction', Introduction)

/** File of a company as staff see it; its URL is requested separately. */
const storedFile = z.object({ _id: Id, name: z.string(), mime: z.string(), bytes: z.number().int() })
export const CompanyLine = z
  .object({
    ...recordFields,
    name: z.string(),
    ceo: z.string(),
    businessNumber: z.string(),
    category: z.string(),
    address: z.string(),
    user: z.object({ _id: Id, username: z.string(), name: z.string() }),
  })
  .meta({ id: 'CompanyLine' })
export type CompanyLine = z.infer<typeof CompanyLine>

export const CompanyCard = z
  .object({
    ...CompanyLine.shape,
    files: z.array(
      z.object({ ...storedFile.shape, purpose: z.enum(['businessRegistration', 'logo', 'photo', 'introduction']) }),
    ),
    introductions: z.array(
      z.object({
        ...storedFile.shape,
        createdAt: Company.shape.createdAt,
        read: Introduction.shape.read,
        found: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'CompanyCard' })
export type CompanyCard = z.infer<typeof CompanyCard>

export const introductions = {
  introductions: route({
    method: 'GET',
    path: basePath,
    access: 'member',
    owned: true,
    summary: 'Profiles of the caller’s company, newest first, and its unfinished uploads.',
    answer: z.object({ introductions: z.array(Introduction), unfinished: z.array(UnfinishedUpload) }),
  }),
  addIntroduction: route({
    method: 'POST',
    path: basePath,
    access: 'member',
    owned: true,
    summary: 'Turn a finished upload into a profile of the caller’s company; it is then scanned for personal data.',
    body: z.strictObject({ upload: Id.describe(`Last segment of its URL at ${introductionUploadPath}`) }),
    answer: single,
    status: 201,
    idempotent: true,
    perMinute: 120,
  }),
  introduction: route({
    method: 'GET',
    path: `${basePath}/{id}`,
    access: 'member',
    owned: true,
    summary: 'One profile, with the findings of its scan.',
    params: ById,
    answer: single,
  }),
  keepIntroduction: route({
    method: 'POST',
    path: `${basePath}/{id}/keep`,
    access: 'member',
    owned: true,
    summary: 'Keep a profile in which personal data was found.',
    params: ById,
    answer: single,
    status: 200,
    idempotent: true,
  }),
  removeIntroduction: route({
    method: 'DELETE',
    path: `${basePath}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Delete a profile or an unfinished upload.',
    params: ById,
    status: 204,
  }),
  list: route({
    method: 'GET',
    path: companiesPath,
    access,
    summary: 'Member companies.',
    query: z.strictObject({ ...listQuery(['createdAt', 'name']) }),
    answer: page('companies', CompanyLine),
  }),
  get: route({
    method: 'GET',
    path: `${companiesPath}/{id}`,
    access,
    summary: 'One company with its profiles. The read is logged.',
    params: ById,
    answer: one('company', CompanyCard),
  }),
  lookAtFile: route({
    method: 'POST',
    path: `${companiesPath}/{id}/files/{file}`,
    access: 'console:private-files:write',
    together: 'by-asker',
    summary: 'Create a URL for a file of a company, valid for five minutes. The caller and the reason are logged.',
    params: z.strictObject({ id: Id, file: Id }),
    body: z.strictObject({ reason: headerLine(200).min(2) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
}
