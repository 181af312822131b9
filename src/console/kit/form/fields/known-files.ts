import { useCallback, useMemo, useState } from 'react'
import { Picture, StoredFile } from '#kit/contract.ts'
import type { KnownFiles } from '../form-context.ts'

interface Found {
  pictures: ReadonlyMap<string, Picture>
  files: ReadonlyMap<string, StoredFile>
}

/** Collects pictures and files at any depth of a record, because a form only holds their ids. */
const collect = (value: unknown, pictures: Map<string, Picture>, files: Map<string, StoredFile>): void => {
  if (typeof value !== 'object' || value === null) return
  const picture = Picture.safeParse(value)
  if (picture.success) pictures.set(picture.data._id, picture.data)
  const file = StoredFile.safeParse(value)
  if (file.success) files.set(file.data._id, file.data)
  for (const below of Object.values(value)) collect(below, pictures, files)
}

/** Pictures and files of a record, and those uploaded or chosen since. */
export const useKnownFiles = (record: unknown): KnownFiles => {
  const own = useMemo(() => {
    const pictures = new Map<string, Picture>()
    const files = new Map<string, StoredFile>()
    collect(record, pictures, files)
    return { pictures, files }
  }, [record])
  const [added, setAdded] = useState<Found>({ pictures: new Map(), files: new Map() })
  const add = useCallback(
    (picture: Picture | null, file: StoredFile) =>
      setAdded((before) => ({
        pictures: picture ? new Map(before.pictures).set(picture._id, picture) : before.pictures,
        files: new Map(before.files).set(file._id, file),
      })),
    [],
  )
  return useMemo(
    () => ({
      picture: (id) => added.pictures.get(id) ?? own.pictures.get(id),
      file: (id) => added.files.get(id) ?? own.files.get(id),
      add,
    }),
    [own, added, add],
  )
}
