import type { InfoGroup } from '../contract.ts'

/** Lines that only mark up: `# title` begins a group, `**…**` at the end of a line is its bold part. */
const heading = /^#+\s*(.+)$/
const boldEnd = /^(.*?)\s*\*\*(.+?)\*\*$/

/** The groups of a profile as staff write them: a heading line, then a line for each entry. */
export const writeInfo = (groups: readonly InfoGroup[]): string =>
  groups
    .map(({ title, infoDetail }) =>
      [
        `# ${title}`,
        ...infoDetail.map((line) => (typeof line === 'string' ? line : `${line.txt} **${line.bold}**`.trim())),
      ].join('\n'),
    )
    .join('\n\n')

/** The groups of a text; entries before the first heading belong to a group without a name, which the schema refuses. */
export const readInfo = (text: string): InfoGroup[] => {
  const groups: InfoGroup[] = []
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (!line) continue
    const title = heading.exec(line)?.[1]
    if (title) {
      groups.push({ title, infoDetail: [] })
      continue
    }
    if (groups.length === 0) groups.push({ title: '', infoDetail: [] })
    const [, txt, bold] = boldEnd.exec(line) ?? []
    groups.at(-1)?.infoDetail.push(bold === undefined ? line : { txt: txt ?? '', bold })
  }
  return groups
}
