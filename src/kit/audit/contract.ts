import { z } from 'zod'
import { headerLine, Id, Instant, listQuery, page, route } from '../contract.ts'

export const AuditLine = z
  .object({
    _id: z.string(),
    at: Instant,
    actor: z.string().nullable(),
    action: z.string(),
    /** Record type: `popups`, `boards`, … */
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
 * Ways to access other people's personal data: shown in a list, opened, downloaded as a file, exported as a table,
 * export of all members, viewing one member's files, and opening data of a withdrawn account that the law requires to
 * be retained. The indexes of migration 0117 list the same values.
 */
export const personalActs = ['list', 'read', 'download', 'export', 'export_members', 'look', 'open_hold'] as const
export type PersonalAct = (typeof personalActs)[number]

/**
 * Reason for the access in the staff member's own words, required for every download and export. It must not name a
 * person, because the log entry is permanent.
 */
export const AccessReason = headerLine(200).min(2)

/** Access to personal data, as listed in the console. */
export const PersonalLine = z
  .object({
    _id: z.string(),
    at: Instant,
    actor: z.string().nullable(),
    act: z.enum(personalActs),
    entity: z.string(),
    entityId: z.string().nullable(),
    /** Title of the record in the log; empty if it would name a person. */
    summary: z.string(),
    /** Owner of the data; the name is empty once the account has been withdrawn. */
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
    summary: 'List the audit log: who changed what, when and from which address, with the values before and after.',
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
    summary:
      'Verify the hash chain of the audit log. Returns the first row that was altered, inserted, or follows a deleted one.',
    answer: z.object({ chain: z.object({ lines: z.number().int(), brokenAt: z.string().nullable() }) }),
  }),
  personal: route({
    method: 'GET',
    path: '/api/console/audit/personal',
    access: 'console:audit',
    summary:
      'List accesses to personal data (reads, downloads, exports) with the account, the time, the address and the reason.',
    query: z.strictObject({
      ...listQuery(['at']),
      act: z.enum(personalActs).optional(),
      entity: z.string().max(40).optional(),
      /** Filters by the account whose data was accessed. */
      of: Id.optional(),
    }),
    answer: page('lines', PersonalLine),
  }),
}
