import { z } from 'zod'
import { headerLine, Id, Instant, listQuery, page, route } from '../contract.ts'

export const AuditLine = z
  .object({
    _id: z.string(),
    at: Instant,
    actor: z.string().nullable(),
    action: z.string(),
    /** Kind of record: `popups`, `boards`, … */
    entity: z.string(),
    entityId: z.string().nullable(),
    summary: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    address: z.string().nullable(),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof AuditLine>

/**
 * What can be done with the data of others: seen in a list, opened, fetched as a file, taken out as a table; all members
 * taken out, the files of one looked at, and what the law keeps of one who left opened. Indices of migration 0117 have
 * the same.
 */
export const personalActs = ['list', 'read', 'download', 'export', 'export_members', 'look', 'open_hold'] as const
export type PersonalAct = (typeof personalActs)[number]

/**
 * Why somebody looks, in their own words: asked for at every download and export. Names nobody; a line stays for good.
 */
export const AccessReason = headerLine(200).min(2)

/** A look at personal data, as the console lists it. */
export const PersonalLine = z
  .object({
    _id: z.string(),
    at: Instant,
    actor: z.string().nullable(),
    act: z.enum(personalActs),
    entity: z.string(),
    entityId: z.string().nullable(),
    /** What the record is called in the log; empty where that would name a person. */
    summary: z.string(),
    /** Whose data; the name is empty once the account has been withdrawn. */
    of: z.object({ _id: z.string(), name: z.string() }).nullable(),
    fields: z.array(z.string()),
    reason: z.string().nullable(),
    count: z.number().int().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'PersonalAccessLine' })
export type PersonalLine = z.infer<typeof PersonalLine>

export const audit = {
  list: route({
    method: 'GET',
    path: '/api/console/audit',
    access: 'console:audit',
    summary: 'Who did what, when, from where, before and after.',
    query: z.strictObject({
      ...listQuery(['at']),
      entity: z.string().max(40).optional(),
      entityId: z.string().max(60).optional(),
    }),
    answer: page('lines', AuditLine),
  }),
  chain: route({
    method: 'GET',
    path: '/api/console/audit/chain',
    access: 'console:audit',
    summary: 'Whether the log is as it was written: the first line that was changed, put in or taken out before.',
    answer: z.object({ chain: z.object({ lines: z.number().int(), brokenAt: z.string().nullable() }) }),
  }),
  personal: route({
    method: 'GET',
    path: '/api/console/audit/personal',
    access: 'console:audit',
    summary: 'Who looked at whose personal data, when, from where and why: reading, downloads and exports.',
    query: z.strictObject({
      ...listQuery(['at']),
      act: z.enum(personalActs).optional(),
      entity: z.string().max(40).optional(),
      /** The account whose data was looked at. */
      of: Id.optional(),
    }),
    answer: page('lines', PersonalLine),
  }),
}
