import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { locales } from '#kit/locale.ts'
import { screenshotSize, screenshotUrl } from './manual-screenshots.ts'
import { listManualSteps } from './manual-steps.ts'

it('has a screenshot of the declared size for each manual step in three languages', async () => {
  for (const side of ['seller', 'buyer'] as const)
    for (const [at] of listManualSteps(side).entries())
      for (const locale of locales) {
        const name = `${side}-${at + 1}.${locale}`
        expect(screenshotUrl(side, at + 1, locale), name).toContain(name)
        const { width, height } = await sharp(
          fileURLToPath(new URL(`./shots/${name}.webp`, import.meta.url)),
        ).metadata()
        expect({ width, height }, name).toEqual(screenshotSize)
      }
})
