/**
 * Cuts the core faces: `node assets/scripts/faces.ts`, after `npm install` in this folder.
 *
 * A page of Korean or Chinese set from the slices of a web font asks for thirty to fifty of them, and is laid out
 * again with each. The core faces hold, in one file for a face and weight, every character of our own words and of the
 * demonstration, and for Korean also the commonest syllables, so that a page asks for one or two files; what is rarer
 * comes from the slices behind them. Writes `src/ui/faces/*.woff2` and `src/ui/faces/core-{ko,en,cn}.css`.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convert } from 'fontverter'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '../..')
const packages = join(import.meta.dirname, 'node_modules')
const out = join(root, 'src/ui/faces')

interface Cut {
  family: string
  file: string
  from: string
  weight: string
  axes?: { wght: { min: number; max: number } }
}

const source = (name: string, script: string, weight: number) =>
  `@fontsource/${name}/files/${name}-${script}-${weight}-normal.woff2`

const pretendard = {
  family: 'Text Core',
  from: 'pretendard/dist/web/variable/woff2/PretendardVariable.woff2',
  weight: '400 700',
  axes: { wght: { min: 400, max: 700 } },
}
const serif = { family: 'Display Core', from: source('noto-serif-kr', 'korean', 600), weight: '600' }

const cuts: Record<'ko' | 'en' | 'cn', Cut[]> = {
  ko: [
    { ...pretendard, file: 'text-ko' },
    { ...serif, file: 'display-ko' },
  ],
  en: [
    { ...pretendard, file: 'text-en' },
    { ...serif, file: 'display-en' },
  ],
  cn: [
    { family: 'Text Core SC', file: 'text-cn-400', from: source('noto-sans-sc', 'chinese-simplified', 400), weight: '400' },
    { family: 'Text Core SC', file: 'text-cn-600', from: source('noto-sans-sc', 'chinese-simplified', 600), weight: '600' },
    {
      family: 'Display Core SC',
      file: 'display-cn',
      from: source('noto-serif-sc', 'chinese-simplified', 600),
      weight: '600',
    },
  ],
}

/** How many of the slices of Noto Serif KR, commonest first, are taken in whole: some 700 syllables. */
const commonSlices = 10

const filesIn = async (folder: string, ending: RegExp): Promise<string[]> => {
  const entries = await readdir(join(root, folder), { recursive: true })
  return entries.filter((name) => ending.test(name)).map((name) => join(root, folder, name))
}

const texts = await Promise.all(
  [
    ...(await filesIn('messages', /\.json$/)),
    ...(await filesIn('assets/content', /\.(md|json|html|txt)$/)),
    ...(await filesIn('src', /(^|\/)demo\.ts$/)),
    join(root, 'assets/pictures/manifest.json'),
  ].map((file) => readFile(file, 'utf8')),
)
const written = new Set(texts.join(''))

const pointsOf = (ranges: string): string[] =>
  ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((point) => Number.parseInt(point, 16))
    return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset))
  })

const slices: Record<string, string> = JSON.parse(
  await readFile(join(packages, '@fontsource/noto-serif-kr/unicode.json'), 'utf8'),
)
const commonest = Array.from({ length: commonSlices }, (_, index) => slices[`[${119 - index}]`] ?? '').flatMap(pointsOf)

/** Latin, its punctuation, and the signs that interfaces and prices need. */
const signs = pointsOf(
  'U+20-7e,U+a0-ff,U+2010-2027,U+2030-203a,U+20a9,U+2103,U+2113,U+2116,U+2122,U+2190-2193,U+2212,U+221a,U+25a0-25cf,U+3000-3003,U+3008-3015',
)
const isHangul = (char: string) => /[\u3131-\u318e\uac00-\ud7a3]/.test(char)
const isHan = (char: string) => /\p{Script=Han}/u.test(char)
const isWide = (char: string) => /[\uff01-\uff5e]/.test(char)

const charsOf = {
  // Every page names the other languages; every page of another language has the Korean names in its foot.
  ko: new Set([...signs, ...pointsOf('U+3131-3163'), ...commonest.filter(isHangul), ...[...written].filter(isHangul), ...'中文']),
  en: new Set([...signs, ...'한국어블로그유튜브中文']),
  cn: new Set([...signs, ...[...written].filter((char) => isHan(char) || isWide(char))]),
}

/** `unicode-range` of these characters, neighbours joined. */
const rangesOf = (chars: Set<string>): string => {
  const ranges: [number, number][] = []
  for (const point of [...chars].map((char) => char.codePointAt(0) ?? 0).sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && point === range[1] + 1) range[1] = point
    else ranges.push([point, point])
  }
  return ranges
    .map(([first, last]) => `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`)
    .join(', ')
}

/** Name records that hold the name of the face: family, unique name, full name, PostScript, typographic and prefix. */
const ownNames = new Set([1, 3, 4, 6, 16, 21, 25])

/**
 * A cut face may not bear the reserved name of the whole one (SIL Open Font License, condition 3). Writes another name
 * of the same length over it, in place; who made the whole one stays in the copyright record.
 */
const rename = (font: Buffer, reserved: string, name: string) => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name')
  if (entry === undefined || name.length !== reserved.length) throw new Error(`Cannot name ${reserved} ${name}`)
  const table = font.readUInt32BE(entry + 8)
  const texts = table + font.readUInt16BE(table + 4)
  for (let index = 0; index < font.readUInt16BE(table + 2); index += 1) {
    const record = table + 6 + 12 * index
    if (!ownNames.has(font.readUInt16BE(record + 6))) continue
    const start = texts + font.readUInt16BE(record + 10)
    const text = font.subarray(start, start + font.readUInt16BE(record + 8))
    for (const [from, to] of [
      [utf16(reserved), utf16(name)],
      [Buffer.from(reserved), Buffer.from(name)],
    ] as const)
      for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at)) to.copy(text, at)
  }
}

await mkdir(out, { recursive: true })
for (const language of ['ko', 'en', 'cn'] as const) {
  const chars = charsOf[language]
  let sheet = '/* Made by assets/scripts/faces.ts. */\n'
  for (const { family, file, from, weight, axes } of cuts[language]) {
    const cut = await subsetFont(await readFile(join(packages, from)), [...chars].join(''), {
      targetFormat: 'truetype',
      ...(axes && { variationAxes: axes }),
    })
    if (from.startsWith('pretendard/')) rename(cut, 'Pretendard', 'DaecheongS')
    const bytes = await convert(cut, 'woff2')
    await writeFile(join(out, `${file}.woff2`), bytes)
    console.log(`${file}: ${chars.size} characters, ${bytes.length} bytes`)
    sheet += `@font-face {
  font-family: "${family}";
  src: url("./${file}.woff2") format("woff2");
  font-weight: ${weight};
  font-display: swap;
  unicode-range:
    ${rangesOf(chars)};
}
`
  }
  await writeFile(join(out, `core-${language}.css`), sheet)
}
