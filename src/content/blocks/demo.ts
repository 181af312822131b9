import { assetId } from '#kit/files/assets.ts'

/** Reviver for `JSON.parse` that replaces the asset names of the demo content (`bands/building`) with file ids. */
export const revivePictureIds = (key: string, value: unknown): unknown =>
  key === 'picture' && typeof value === 'string' ? assetId(value) : value
