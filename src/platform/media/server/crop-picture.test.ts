import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { media as contract, type Media } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import { form, pdf, photograph } from '#test/files/sample-files.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { cropFocus, cropToPixels } from '../rules.ts'

// Cropping a picture into a new file.

const bench = prepareBench(['console:media', 'console:upload'])
const client = () => bench.api.client(contract, bench.editor)
const uploadMedium = async (name: string, bytes: Uint8Array) =>
  (await client().upload({ form: form('file', [name, bytes]) })).medium

const colours = { red: '#ff0000', green: '#00ff00', blue: '#0000ff', white: '#ffffff' }
/** Four quadrants: red and green above, blue and white below. */
const drawFields = (width = 200, height = 100) => {
  const drawField = (background: string, left: number, top: number) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: colours.white } }).composite([
    drawField(colours.red, 0, 0),
    drawField(colours.green, width / 2, 0),
    drawField(colours.blue, 0, height / 2),
  ])
}
const readOriginal = async (id: string) => {
  const stream = await bench.api.services.files.read(`${id}/original`)
  if (!stream) throw new Error('There is no original')
  return buffer(stream)
}
/** Color names of the corners: top left, top right, bottom left, bottom right. */
const readCorners = async (id: string): Promise<string[]> => {
  const { data, info } = await sharp(await readOriginal(id))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const readColorAt = (left: number, top: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((top * info.width + left) * info.channels)
    const bits = [red, green, blue].map((part) => (part > 127 ? 'ff' : '00')).join('')
    return Object.entries(colours).find(([, colour]) => colour === `#${bits}`)?.[0] ?? bits
  }
  const [right, bottom] = [info.width - 2, info.height - 2]
  return [readColorAt(1, 1), readColorAt(right, 1), readColorAt(1, bottom), readColorAt(right, bottom)]
}
const fullArea = { left: 0, top: 0, width: 100, height: 100 }
const cropMedium = async ({ _id }: Media, area: typeof fullArea, turns = 0) =>
  (await client().crop({ params: { id: _id }, body: { turns, area } })).medium

describe('a cropped picture', () => {
  it('is a new file with the selected pixels; the original is unchanged', async () => {
    const medium = await uploadMedium('현장.사진.png', await drawFields().png().toBuffer())
    const before = await readOriginal(medium._id)
    const cropped = await cropMedium(medium, { left: 50, top: 0, width: 50, height: 100 })
    expect(cropped).toMatchObject({
      name: '현장.사진-100x100.png',
      mime: 'image/png',
      uses: 0,
      picture: { width: 100, height: 100, widths: [100] },
    })
    expect(cropped._id).not.toBe(medium._id)
    expect(await readCorners(cropped._id)).toEqual(['green', 'green', 'white', 'white'])
    expect(await bench.api.services.files.size(`${cropped._id}/100.webp`)).toBeGreaterThan(0)
    expect(await readOriginal(medium._id)).toEqual(before)
    const { lines } = await bench.api
      .client(audit, bench.editor)
      .list({ query: { entity: 'media', entityId: cropped._id } })
    expect(lines).toMatchObject([{ action: 'create', actor: '한편집', summary: '현장.사진-100x100.png' }])
    const [row] = await bench.api.services.database.select().from(files).where(eq(files.id, cropped._id))
    expect(row?.uploadedBy).toBe(bench.editor.userId)
  })

  it('is first rotated clockwise by quarter turns', async () => {
    const medium = await uploadMedium('a.png', await drawFields().png().toBuffer())
    const turnedBy = async (turns: number) => readCorners((await cropMedium(medium, fullArea, turns))._id)
    expect(await turnedBy(1)).toEqual(['blue', 'red', 'white', 'green'])
    expect(await turnedBy(2)).toEqual(['white', 'blue', 'green', 'red'])
    expect(await turnedBy(3)).toEqual(['green', 'white', 'red', 'blue'])
    // The rectangle refers to the rotated picture.
    const upper = await cropMedium(medium, { left: 0, top: 0, width: 100, height: 50 }, 1)
    expect([upper.picture?.width, upper.picture?.height]).toEqual([100, 100])
    expect(await readCorners(upper._id)).toEqual(['blue', 'red', 'blue', 'red'])
  })

  it('is rotated upright by its EXIF orientation and has no GPS data', async () => {
    const medium = await uploadMedium('a.jpg', await photograph(400, 300))
    expect([medium.picture?.width, medium.picture?.height]).toEqual([300, 400])
    const cropped = await cropMedium(medium, { left: 0, top: 50, width: 100, height: 50 })
    expect(cropped).toMatchObject({ mime: 'image/jpeg', picture: { width: 300, height: 200 } })
    const { orientation, exif } = await sharp(await readOriginal(cropped._id)).metadata()
    expect([orientation, exif]).toEqual([undefined, undefined])
  })

  it('keeps the alternative text, and the focal point if it is inside', async () => {
    const medium = await uploadMedium('a.webp', await drawFields().webp().toBuffer())
    const { _id, updatedAt } = medium
    await client().update({ params: { id: _id }, body: { alt: { ko: '네 칸', en: '' }, focus: [80, 50], updatedAt } })
    const right = await cropMedium(medium, { left: 60, top: 0, width: 40, height: 100 })
    expect([right.alt, right.focus, right.mime]).toEqual([{ ko: '네 칸', en: '' }, [50, 50], 'image/webp'])
    const left = await cropMedium(medium, { left: 0, top: 0, width: 40, height: 100 })
    expect(left.focus).toBeNull()
  })

  it('is made from the widest variant if there is no original', async () => {
    const medium = await uploadMedium('a.png', await drawFields().png().toBuffer())
    await bench.api.services.files.remove(`${medium._id}/original`)
    const cropped = await cropMedium(medium, { left: 0, top: 0, width: 50, height: 50 })
    expect(await readCorners(cropped._id)).toEqual(['red', 'red', 'red', 'red'])
    await bench.api.services.files.remove(medium._id)
    await expect(cropMedium(medium, { left: 0, top: 0, width: 50, height: 50 })).rejects.toMatchObject({ status: 404 })
  })

  it('is refused for non-pictures, missing files, invalid rectangles and readers', async () => {
    const medium = await uploadMedium('a.png', await drawFields().png().toBuffer())
    const halfArea = { ...fullArea, width: 50 }
    const document = await uploadMedium('a.pdf', pdf())
    await expect(cropMedium(document, halfArea)).rejects.toMatchObject({ status: 415 })
    await expect(cropMedium({ ...medium, _id: bench.api.clock.newId() }, halfArea)).rejects.toMatchObject({
      status: 404,
    })
    const cropArea = (area: unknown, turns?: unknown) => cropMedium(medium, area as typeof fullArea, turns as number)
    await expect(cropArea(fullArea)).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { area: expect.stringContaining('없습니다') } },
    })
    await expect(cropArea({ ...fullArea, height: 10 })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { area: expect.stringContaining('16픽셀') } },
    })
    await expect(cropArea({ ...halfArea, left: 60 })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { 'area.width': expect.stringContaining('이미지 안') } },
    })
    for (const area of [
      { ...halfArea, left: -1 },
      { ...halfArea, width: 0 },
      { ...halfArea, top: 'x' },
      { ...halfArea, more: 1 },
      null,
    ])
      await expect(cropArea(area)).rejects.toMatchObject({ status: 400 })
    for (const turns of [-1, 4, 0.5, '1', null])
      await expect(cropArea(halfArea, turns)).rejects.toMatchObject({ status: 400 })
    const reader = await bench.api.actor(['console', 'console:media:read'])
    await expect(
      bench.api.client(contract, reader).crop({ params: { id: medium._id }, body: { area: halfArea } }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('the pixels of a crop rectangle', () => {
  const size = { width: 301, height: 199 }

  it('are inside the picture and at least one for any rounding', () => {
    for (let left = 0; left <= 100; left += 3.7)
      for (const width of [0.001, 33.333, 100 - left]) {
        const area = cropToPixels(size, { turns: 1, area: { left, top: left, width, height: width } })
        expect(area.left).toBeGreaterThanOrEqual(0)
        expect(area.width).toBeGreaterThanOrEqual(1)
        expect(area.left + area.width).toBeLessThanOrEqual(size.height)
        expect(area.height).toBeGreaterThanOrEqual(1)
        expect(area.top + area.height).toBeLessThanOrEqual(size.width)
      }
    expect(cropToPixels(size, { turns: 0, area: fullArea })).toEqual({ left: 0, top: 0, ...size })
  })

  it('move the focal point along', () => {
    expect(cropFocus(null, { turns: 0, area: fullArea })).toBeNull()
    expect(cropFocus([10, 20], { turns: 0, area: fullArea })).toEqual([10, 20])
    expect(cropFocus([10, 20], { turns: 1, area: fullArea })).toEqual([80, 10])
    expect(cropFocus([10, 20], { turns: 2, area: fullArea })).toEqual([90, 80])
    expect(cropFocus([10, 20], { turns: 3, area: fullArea })).toEqual([20, 90])
    expect(cropFocus([10, 20], { turns: 0, area: { left: 0, top: 10, width: 20, height: 20 } })).toEqual([50, 50])
  })
})
