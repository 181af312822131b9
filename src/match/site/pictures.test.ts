import { expect, it } from 'vitest'
import { readAssets } from '#kit/files/assets.ts'
import { hallPicture } from './pictures.ts'

it('names the picture of the hall as the manifest of the assets has it', async () => {
  const asset = (await readAssets()).find(({ name }) => name === 'match/hall')
  expect(asset).toMatchObject({ ...hallPicture, alt: expect.anything() })
})
