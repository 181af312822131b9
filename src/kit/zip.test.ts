import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { streamZip, type ZipEntry } from './zip.ts'

/** Packs the entries, unpacks them with another program and passes the folder to `read`. */
const unpacked = async (entries: readonly ZipEntry[], read: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-zip-'))
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of streamZip(entries, new Date('2026-11-22T10:20:30Z'))) chunks.push(chunk)
    await writeFile(join(folder, 'archive.zip'), Buffer.concat(chunks))
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'
    execFileSync('python3', ['-c', script, join(folder, 'archive.zip'), folder])
    await read(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
const textOf = (text: string) => async () => Buffer.from(text)

it('is unpacked by others, with names in any script, and leaves out what is gone', async () => {
  const entries = [
    { name: 'account.json', open: textOf('{"name":"도이수"}') },
    { name: 'files/등록증.pdf', open: async () => Readable.from([Buffer.from('%PDF'), Buffer.from('-1.7')]) },
    { name: 'gone', open: async () => null },
  ]
  await unpacked(entries, async (folder) => {
    expect(await readFile(join(folder, 'account.json'), 'utf8')).toBe('{"name":"도이수"}')
    expect(await readFile(join(folder, 'files/등록증.pdf'), 'utf8')).toBe('%PDF-1.7')
  })
})

it('has every file of those that have one name, also where capitals make no difference', async () => {
  const names = [
    '견적.pdf',
    '견적.pdf',
    '견적.pdf',
    'Offer.PDF',
    'offer.pdf',
    '견적 (2).pdf',
    '회사',
    '회사',
    '.env',
    '.env',
  ]
  const entries = names.map((name, index) => ({ name: `files/${name}`, open: textOf(String(index)) }))
  await unpacked(entries, async (folder) => {
    const found = await readdir(join(folder, 'files'))
    expect(found).toHaveLength(names.length)
    expect(new Set(found.map((name) => name.toLowerCase())).size).toBe(names.length)
    expect(await readFile(join(folder, 'files/견적 (3).pdf'), 'utf8')).toBe('2')
    expect(await readFile(join(folder, 'files/offer (2).pdf'), 'utf8')).toBe('4')
  })
})
