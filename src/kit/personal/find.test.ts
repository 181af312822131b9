import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { workbookType } from '#kit/files/file-types.ts'
import { bombWorkbook, paper } from '#test/files/build-pdf.ts'
import { picture } from '#test/files/sample-files.ts'
import { checkArchive } from './archive.ts'
import { findPersonal } from './find.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-personal-'))
})
afterAll(() => rm(folder, { recursive: true }))

const keep = async (name: string, bytes: Uint8Array) => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

describe('a PDF', () => {
  it('is searched page by page', async () => {
    const path = await keep(
      'profile.pdf',
      paper([
        'Contact sales@example.com',
        'Nothing here',
        'CEO 900101-1234567, tel 010-1234-5678',
        'Gaon Bank 123-456789-01-234',
      ]),
    )
    expect(await findPersonal(path, 'application/pdf')).toEqual({
      read: 'whole',
      pages: 4,
      places: [
        { page: 1, kind: 'email', shown: 'sa***@example.com' },
        { page: 3, kind: 'resident', shown: '900101-1******' },
        { page: 3, kind: 'phone', shown: '010-****-5678' },
        { page: 4, kind: 'account', shown: '123***234' },
      ],
    })
  })

  it('without text is reported as unread, completely or in part', async () => {
    const scanned = await keep('scanned.pdf', paper(['', '']))
    expect(await findPersonal(scanned, 'application/pdf')).toEqual({ read: 'none', pages: 2, places: [] })
    const half = await keep('half.pdf', paper(['A profile', '']))
    expect((await findPersonal(half, 'application/pdf')).read).toBe('part')
  })

  it('that is damaged causes no error', async () => {
    const path = await keep('broken.pdf', Buffer.from('%PDF-1.7\nno more'))
    expect(await findPersonal(path, 'application/pdf')).toMatchObject({ read: 'none', places: [] })
  })

  it('is stopped at the time limit with the findings so far', async () => {
    const path = await keep('long.pdf', paper(Array.from({ length: 400 }, () => 'a@example.com')))
    const found = await findPersonal(path, 'application/pdf', { timeout: 1 })
    expect(found).toMatchObject({ read: 'none', places: [] })
    const many = await findPersonal(path, 'application/pdf')
    expect([many.read, many.places.length]).toEqual(['part', 200])
  })

  it('is stopped at the memory limit, and the next one is read', async () => {
    const path = await keep('wide.pdf', paper(['a@example.com']))
    expect((await findPersonal(path, 'application/pdf', { memory: 4 })).read).not.toBe('whole')
    expect((await findPersonal(path, 'application/pdf')).read).toBe('whole')
  })
})

describe('a workbook', () => {
  it('is searched by sheet and cell, using column headings', async () => {
    const text = (value: string) => ({ value, type: String })
    const bytes = await writeWorkbook([
      {
        sheet: '소개',
        data: [
          [text('상호'), text('구운결')],
          [text('담당'), text('010-1234-5678')],
        ],
      },
      {
        sheet: '정산',
        data: [
          [text('은행'), text('계좌번호')],
          [text('가온'), text('123-456789-01-234')],
        ],
      },
    ]).toBuffer()
    const path = await keep('profile.xlsx', bytes)
    await checkArchive(path)
    expect(await findPersonal(path, workbookType)).toEqual({
      read: 'whole',
      pages: 2,
      places: [
        { page: 1, sheet: '소개', cell: 'B2', kind: 'phone', shown: '010-****-5678' },
        { page: 2, sheet: '정산', cell: 'B2', kind: 'account', shown: '123***234' },
      ],
    })
  })

  it('is refused above 200 MB unpacked, whatever size it declares', { tags: ['deep'] }, async () => {
    const path = await keep('bomb.xlsx', await bombWorkbook(201))
    await expect(checkArchive(path)).rejects.toMatchObject({ fault: 'too_large' })
    await checkArchive(await keep('large.xlsx', await bombWorkbook(30)))
  })

  it('is refused if it is damaged', async () => {
    const whole = await bombWorkbook(1)
    await expect(checkArchive(await keep('cut.xlsx', whole.subarray(0, -30)))).rejects.toMatchObject({
      fault: 'broken',
    })
    const bent = Buffer.from(whole)
    bent.fill(0xff, 700, 760)
    await expect(checkArchive(await keep('bent.xlsx', bent))).rejects.toMatchObject({ fault: 'broken' })
  })
})

it('reports a picture as unreadable', async () => {
  const path = await keep('profile.png', await picture('png'))
  expect(await findPersonal(path, 'image/png')).toEqual({ read: 'none', pages: 0, places: [] })
})
