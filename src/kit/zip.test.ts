import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { zipOf } from './zip.ts'

it('is unpacked by others, with names in any script, and leaves out what is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-zip-'))
  try {
    const chunks: Buffer[] = []
    const entries = [
      { name: 'account.json', open: async () => Buffer.from('{"name":"도이수"}') },
      { name: 'files/등록증.pdf', open: async () => Readable.from([Buffer.from('%PDF'), Buffer.from('-1.7')]) },
      { name: 'gone', open: async () => null },
    ]
    for await (const chunk of zipOf(entries, new Date('2026-11-22T10:20:30Z'))) chunks.push(chunk)
    await writeFile(join(folder, 'archive.zip'), Buffer.concat(chunks))
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'
    execFileSync('python3', ['-c', script, join(folder, 'archive.zip'), folder])
    expect(await readFile(join(folder, 'account.json'), 'utf8')).toBe('{"name":"도이수"}')
    expect(await readFile(join(folder, 'files/등록증.pdf'), 'utf8')).toBe('%PDF-1.7')
  } finally {
    await rm(folder, { recursive: true })
  }
})
