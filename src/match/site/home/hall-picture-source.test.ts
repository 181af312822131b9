import { expect, it } from 'vitest'
import { readAssets } from '#kit/files/assets.ts'
import { hallPictureSource } from './hall-picture-source.ts'

it('describes the hall picture as the asset manifest does', async () => {
  const asset = (await readAssets()).find(({ name }) => name === 'match/hall')
  expect(asset).toMatchObject({ ...hallPictureSource, alt: expect.anything() })
})
