/** The two programmes whose participants join as sellers; also the certificates of products. */
export const programmes = ['award', 'rookie'] as const
export type Programme = (typeof programmes)[number]

/** Years a programme can have had. */
export const firstYear = 2000
export const lastYear = 2100

const names: Record<Programme, readonly string[]> = {
  award: ['award', '어워드', '大奖'],
  rookie: ['rookie', '루키', '新锐'],
}

/** A programme by its name in a sheet, in any of the three languages; the text itself where it is none. */
export const programmeOf = (text: string): string => {
  const wanted = text.trim().toLowerCase()
  return programmes.find((programme) => names[programme].includes(wanted)) ?? wanted
}
