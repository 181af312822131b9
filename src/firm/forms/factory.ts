import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { readAssets } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildLawyer } from '../lawyers/factory.ts'
import { lawyers } from '../lawyers/table.ts'
import { buildOffice } from '../offices/factory.ts'
import { offices } from '../offices/table.ts'
import { buildPractice } from '../practices/factory.ts'
import { practices } from '../practices/table.ts'
import type { forms } from './contract.ts'
import { consultForm, type DemoRequest, demoRequests } from './demo.ts'
import type { duplicates } from './duplicates/contract.ts'
import type { requestExport } from './export/contract.ts'
import type { replies } from './replies/contract.ts'
import { undecidedPractice } from './rules.ts'
import type { staffEntry } from './staff-entry/contract.ts'
import type { NewRequest, submission } from './submission/contract.ts'
import { FormKindInput } from './submission/contract-fields.ts'
import { storeRequest } from './submission/server/store-request.ts'
import { validateRequest } from './submission/server/validate-request.ts'
import { type FormEntryRow, formEntries, formFiles, formKinds, formRequests } from './table.ts'

/** Stores the practice, office and lawyer named by the answers, unless they exist. */
const buildReferencedRecords = async (
  context: Context,
  { practice, office, lawyer }: Record<string, string>,
): Promise<void> => {
  const hasRecord = async (table: typeof practices | typeof offices | typeof lawyers, key: string) =>
    (await context.database.$count(table, eq(table.key, key))) > 0
  if (practice && practice !== undecidedPractice && !(await hasRecord(practices, practice)))
    await buildPractice(context, { key: practice })
  if (office && !(await hasRecord(offices, office))) await buildOffice(context, { key: office })
  if (lawyer && !(await hasRecord(lawyers, lawyer))) await buildLawyer(context, { key: lawyer })
}

/** Stores the consultation form and the practice used by `requestInput`, unless they exist. */
export const buildFormKind = async (context: Context, overrides: Partial<FormKindInput> = {}): Promise<void> => {
  const now = context.now()
  await context.database
    .insert(formKinds)
    .values({ ...consultForm, ...overrides, id: context.newId(), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  await buildReferencedRecords(context, requestInput().answers)
}

/** Returns valid API input for a new request. */
export const requestInput = (answers: Record<string, string> = {}, rest: Partial<NewRequest> = {}): NewRequest => ({
  answers: {
    name: '오세진',
    phone: '010-0000-4171',
    email: 'sejin@estate.example',
    practice: 'building',
    building: '새솔마루 3단지',
    region: 'incheon',
    households: '976',
    message: '거실 쪽 천장에 물 얼룩이 번집니다. 내년 8월이면 사용검사 5년이 됩니다.',
    ...answers,
  },
  files: [],
  consent: consultForm.privacyVersion,
  website: '',
  elapsed: 60_000,
  ...rest,
})

/** Stores a request through the regular path. */
export const buildRequest = async (context: Context, answers: Record<string, string> = {}, key?: string) => {
  await buildFormKind(context)
  await buildReferencedRecords(context, answers)
  const anonymous = new Context(context.services, publicScope(context.locale), context.database)
  const accepted = await validateRequest(
    anonymous,
    'consult',
    requestInput(answers),
    key ?? randomBytes(8).toString('hex'),
  )
  await storeRequest(anonymous, accepted)
  const [row] = await context.database.select().from(formRequests).where(eq(formRequests.id, accepted.id))
  if (!row) throw new Error('The request was not stored')
  return row
}

/** Stores a demo request with its thread, back-dated; sends no mail. */
export const seedRequest = async (
  context: Context,
  { answers, office, state, hoursAgo, assignee, note, answer, pictures }: DemoRequest,
  staff: readonly { id: string; name: string }[],
): Promise<void> => {
  const now = context.now().getTime()
  const created = new Date(now - hoursAgo * 3_600_000)
  const getLaterTime = (part: number) => new Date(created.getTime() + (now - created.getTime()) * part)
  const person = assignee === null ? undefined : staff[assignee % staff.length]
  const id = context.newId()
  const email = answers.email || null
  const phone = normalizePhone(answers.phone ?? '') ?? ''
  await context.database.execute(sql`
    INSERT INTO form_requests (id, number, kind, state, locale, answers, name, phone, email, practice, office,
      consent_version, consented_at, assignee_id, answered_at, closed_at, key, request_hash, created_at, updated_at)
    VALUES (${id}, next_form_number(${created.toISOString()}::timestamptz), 'consult', ${state}, 'ko',
      ${JSON.stringify({ ...answers, phone })}::jsonb, ${answers.name}, ${phone}, ${email}, ${answers.practice}, ${office},
      ${consultForm.privacyVersion}, ${created.toISOString()}::timestamptz, ${person?.id ?? null},
      ${answer ? getLaterTime(0.3).toISOString() : null}::timestamptz,
      ${state === 'closed' ? getLaterTime(0.7).toISOString() : null}::timestamptz,
      ${`demonstration:${id}`}, ${Buffer.alloc(32)}, ${created.toISOString()}::timestamptz, ${(state === 'received' ? created : getLaterTime(0.7)).toISOString()}::timestamptz)`)
  const buildEntry = (
    at: Date,
    fields: Pick<FormEntryRow, 'kind'> & Partial<FormEntryRow>,
    actor: typeof person | null = person,
  ) => ({
    ...fields,
    id: context.newId(),
    requestId: id,
    actorId: actor?.id ?? null,
    actor: actor?.name ?? null,
    createdAt: at,
    updatedAt: at,
  })
  const lines = [buildEntry(created, { kind: 'event', what: 'received' }, null)]
  if (person) lines.push(buildEntry(getLaterTime(0.1), { kind: 'event', what: 'taken', text: person.name }))
  if (note) lines.push(buildEntry(getLaterTime(0.2), { kind: 'note', text: note }, person ?? staff[0]))
  if (answer) lines.push(buildEntry(getLaterTime(0.3), { kind: 'answer', ...answer }))
  if (state === 'closed') lines.push(buildEntry(getLaterTime(0.7), { kind: 'event', what: 'closed' }))
  await context.database.insert(formEntries).values(lines)
  for (const [position, picture] of pictures.entries()) await storePicture(context, id, position, picture, created)
}

/** Stores a product picture as an uploaded photograph, under a private id without a public URL. */
const storePicture = async (
  context: Context,
  requestId: string,
  position: number,
  { asset, name }: DemoRequest['pictures'][number],
  at: Date,
): Promise<void> => {
  const found = (await readAssets()).find((one) => one.name === asset)
  const path = found?.files.find(({ key }) => key === '960.webp')?.path
  if (found?.kind !== 'picture' || !path) throw new Error(`No picture ${asset}`)
  const bytes = await readFile(path)
  const id = context.newId()
  for (const key of ['private', 'private.webp']) await context.services.files.put(`${id}/${key}`, bytes)
  await context.database.insert(formFiles).values({
    id,
    requestId,
    position,
    kind: 'picture',
    name,
    mime: 'image/webp',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    width: 960,
    height: Math.round((960 * found.height) / found.width),
    createdAt: at,
    updatedAt: at,
  })
}

/** Seeds an empty database (`Module.seed`). */
export const fill = async (context: Context, { isDemo, accounts, scopes }: SeedContext): Promise<void> => {
  await insertRecords(context, formKinds, FormKindInput, [consultForm])
  if (!isDemo) return
  const levels = scopes.get('console:forms:write') ?? []
  const staff = accounts.filter(({ level }) => levels.includes(level))
  // Oldest first, so that numbers ascend with time.
  for (const record of demoRequests().toReversed()) await seedRequest(context, record, staff)
}

type Contract = typeof forms &
  typeof submission &
  typeof replies &
  typeof duplicates &
  typeof requestExport &
  typeof staffEntry

export const samples: Samples<Contract> = {
  create: async (context) => {
    await buildFormKind(context)
    return { params: { kind: 'consult' }, body: requestInput() }
  },
  createOfKind: async (context) => {
    await buildFormKind(context)
    return { body: { ...requestInput(), kind: 'consult' } }
  },
  enter: async (context) => {
    await buildFormKind(context)
    const { answers, consent } = requestInput()
    return { body: { kind: 'consult', answers, consent, files: [] } }
  },
  status: () => ({ body: { number: '2026-0001', contact: '010-0000-4171' } }),
  update: async (context) => {
    const { id, updatedAt } = await buildRequest(context)
    return { params: { id }, body: { state: 'closed', updatedAt: updatedAt.toISOString() } }
  },
  addNote: async (context) => ({ params: { id: (await buildRequest(context)).id }, body: { text: '전화했습니다.' } }),
  email: async (context) => {
    await buildSetting(context, { mail: { senderName: '법무법인 대청', senderAddress: 'office@daecheong.example' } })
    const { id, updatedAt } = await buildRequest(context)
    return { params: { id }, body: { subject: '답변', text: '검토했습니다.', updatedAt: updatedAt.toISOString() } }
  },
  preview: async (context) => ({
    params: { id: (await buildRequest(context)).id },
    body: { subject: '답변', text: '검토했습니다.' },
  }),
  merge: async (context) => {
    const { id, updatedAt } = await buildRequest(context)
    const other = await buildRequest(context)
    return { params: { id }, body: { other: other.id, updatedAt: updatedAt.toISOString() } }
  },
  export: () => ({ query: { reason: '사무소 회의 자료' } }),
  separate: async (context) => {
    const { id } = await buildRequest(context)
    const other = await buildRequest(context)
    await context.database
      .update(formRequests)
      .set({ state: 'closed', closedAt: context.now(), mergedInto: id })
      .where(eq(formRequests.id, other.id))
    return { params: { id }, body: { other: other.id } }
  },
}
