import type { InfoGroup } from './contract.ts'

/** Lines shown on a card. */
const careerLines = 3

/** The first lines of a profile as plain text: one from each group first, then the rest of the first group. */
export const careerOf = (groups: InfoGroup[]): string[] => {
  const lines = groups.map((group) =>
    group.infoDetail.map((line) => (typeof line === 'string' ? line : `${line.txt} ${line.bold}`.trim())),
  )
  return (lines[0] ?? []).concat(lines.slice(1).flatMap((group) => group.slice(0, 1))).slice(0, careerLines)
}

/** The first sentence of a comment, for places that have no room for more. A tag it cuts is closed by whoever shows it. */
export const firstSentence = (html: string): string => html.match(/^.*?(?:[。？！]|[.?!](?=\s|<|$))/s)?.[0] ?? html

type Line = InfoGroup['infoDetail'][number]

/** A line of a profile as it is typed: what stands between double asterisks at its end is bold. */
export const lineText = (line: Line): string =>
  typeof line === 'string' ? line : `${line.txt} **${line.bold}**`.trim()

/** A typed line as it is kept. */
export const readLine = (text: string): Line => {
  const [, txt, bold] = /^(.*?)\s*\*\*(.+?)\*\*$/.exec(text.trim()) ?? []
  return bold === undefined ? text.trim() : { txt: (txt ?? '').trim(), bold: bold.trim() }
}
