import { eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { MediaReplacement } from '#kit/files/contract.ts'
import { type FileRow, files, fileUses } from '#kit/files/table.ts'
import type { FileUse } from '#kit/module/module.ts'
import { mayWrite } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { readTitles } from './find-file-uses.ts'

/** Record sources that switch to the new file when staff replace one (`FileUse.follows`). */
const findFollowingUses = (context: Context): Map<string, FileUse> =>
  new Map(
    context.services.modules.flatMap(({ fileUses: uses = {} }) =>
      Object.entries(uses).filter(([, use]) => use.follows),
    ),
  )

const listBarredTables = (context: Context, following: ReadonlyMap<string, FileUse>): string[] =>
  [...following].filter(([, use]) => !mayWrite(context.principal.scopes, use.section)).map(([source]) => source)

/** Counts the records affected by a replacement. */
export const previewReplacement = async (context: Context, id: string): Promise<MediaReplacement> => {
  const following = findFollowingUses(context)
  const hasSourceSql = (sources: readonly string[]) => sql`source = ANY (${sql.param(sources)}::text[])`
  const follows = hasSourceSql([...following.keys()])
  const countSql = (where: ReturnType<typeof sql>) =>
    sql<number>`count(DISTINCT record_id) FILTER (WHERE ${where})::int`
  const [found] = await context.database
    .select({
      follow: countSql(follows),
      stay: countSql(sql`NOT ${follows}`),
      barred: countSql(hasSourceSql(listBarredTables(context, following))),
    })
    .from(fileUses)
    .where(eq(fileUses.fileId, id))
  const { follow, stay, barred } = found ?? { follow: 0, stay: 0, barred: 0 }
  return { follow, stay, barred }
}

/** Picture for picture, video for video; documents need the same format, because their links state it. */
const isAlike = (one: FileRow, other: FileRow): boolean =>
  one.kind === other.kind && (one.kind !== 'document' || one.mime === other.mime)

/** Copies alternative text and focal point to the new file where it has none. */
const copyDescription = async (
  within: Context,
  oldFile: FileRow,
  file: FileRow,
  keptFields: { alt: boolean; focus: boolean },
) => {
  const own = Object.entries(file.alt).filter(([, text]) => text)
  const alt = keptFields.alt ? { ...oldFile.alt, ...Object.fromEntries(own) } : file.alt
  const focus = file.focus ?? (keptFields.focus && file.kind === 'picture' ? oldFile.focus : null)
  await changeRows(within, files, { alt, focus }).where(eq(files.id, file.id))
}

interface Replacement {
  file: string
  keepAlt: boolean
  keepFocus: boolean
}

/**
 * Replaces a file in every record that follows, all or none; the old file stays in the library and in records that do
 * not follow. Throws `conflict` if no record follows (any more), `forbidden` if one belongs to a section the caller may
 * not change. Returns the number of records that now follow.
 */
export const replaceFile = (context: Context, id: string, { file, keepAlt, keepFocus }: Replacement): Promise<number> =>
  context.transaction(async (within) => {
    // Lock both rows in id order until the commit: a concurrent replacement of the same file waits here and then finds
    // nothing to replace. Not `for update`: writers lock their record first and then the referenced files, which would
    // deadlock.
    const lockedRows = await within.database
      .select()
      .from(files)
      .where(inArray(files.id, [id, file]))
      .orderBy(files.id)
      .for('no key update')
    const oldFile = lockedRows.find((row) => row.id === id)
    const newFile = lockedRows.find((row) => row.id === file)
    if (!oldFile) throw new AppError('not_found')
    if (!newFile) throw new AppError('invalid', { fields: { file: 'unknown_file' } })
    if (id === file) throw new AppError('invalid', { fields: { file: 'media_same' } })
    if (!isAlike(oldFile, newFile)) throw new AppError('invalid', { fields: { file: 'media_other_kind' } })

    const following = findFollowingUses(within)
    const { rows } = await within.database.execute<{ source: string; record: string }>(sql`
      SELECT DISTINCT source, record FROM replace_file(${id}::uuid, ${file}::uuid,
        ${sql.param([...following.keys()])}::text[], ${within.now().toISOString()}::timestamptz(3)) ORDER BY 1, 2`)
    if (rows.length === 0) {
      const isUsed = (await within.database.$count(fileUses, eq(fileUses.fileId, id))) > 0
      throw new AppError('conflict', { fields: { file: isUsed ? 'media_stays' : 'media_not_used' } })
    }
    const barred = new Set(listBarredTables(within, following))
    if (rows.some(({ source }) => barred.has(source)))
      throw new AppError('forbidden', { fields: { file: 'media_barred' } })

    await copyDescription(within, oldFile, newFile, { alt: keepAlt, focus: keepFocus })
    const records = new Set<string>()
    for (const [source, changed] of Map.groupBy(rows, (row) => row.source)) {
      const use = following.get(source)
      const ids = changed.map(({ record }) => record).filter((record) => !records.has(record))
      if (!use || ids.length === 0) continue
      const titles = await readTitles(within, source, use, ids)
      for (const record of ids) {
        records.add(record)
        await writeAudit(within, {
          action: 'update',
          entity: use.entity,
          entityId: record,
          summary: titles.get(record) ?? oldFile.name,
          before: { file: id },
          after: { file },
        })
      }
    }
    await writeAudit(within, {
      action: 'replace',
      entity: 'media',
      entityId: id,
      summary: `${oldFile.name} → ${newFile.name}`,
      before: { file: id },
      after: { file, records: records.size },
    })
    return records.size
  })
