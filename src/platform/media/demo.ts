import { createHash } from 'node:crypto'
import { readAssets } from '#kit/files/assets.ts'
import { files } from '#kit/files/table.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'

/**
 * Stores the demonstration's pictures, videos and documents (`Module.seed`); idempotent, since names and bytes are the
 * same in every run.
 */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  for (const asset of await readAssets()) {
    for (const file of asset.files) await context.services.files.put(`${asset._id}/${file.key}`, { path: file.path })
    await context.database
      .insert(files)
      .values({
        id: asset._id,
        kind: asset.kind,
        name: asset.name.split('/').at(-1) ?? asset.name,
        mime: asset.kind === 'picture' ? 'image/webp' : asset.mime,
        bytes: asset.bytes,
        sha256: createHash('sha256').update(asset.name).digest(),
        alt: asset.alt,
        ...(asset.kind === 'picture' && {
          width: asset.width,
          height: asset.height,
          widths: asset.widths,
          formats: asset.formats,
        }),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
  }
}
