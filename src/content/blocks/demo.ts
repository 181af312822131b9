import { assetId } from '#kit/files/assets.ts'

/** Reviver of `JSON.parse`: the made content names its pictures (`bands/building`), a record has their ids. */
export const withPictureIds = (key: string, value: unknown): unknown =>
  key === 'picture' && typeof value === 'string' ? assetId(value) : value
