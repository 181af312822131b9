/** What a member is called where a name would stay for good, as in the log: `M-3F9A-1C07`, from the id's random end. */
export const memberNumber = (id: string): string => {
  const end = id.replaceAll('-', '').slice(-8).toUpperCase()
  return `M-${end.slice(0, 4)}-${end.slice(4)}`
}

export const memberStates = ['active', 'dormant', 'locked'] as const
export type MemberState = (typeof memberStates)[number]

/** Rows that one Excel file may bring in. */
export const mostImported = 5000

/** Columns of the Excel file, in their order; their headings are in the catalogue. */
export const sheetColumns = [
  'username',
  'name',
  'kind',
  'email',
  'phone',
  'level',
  'locale',
  'company',
  'ceo',
  'businessNumber',
  'category',
  'address',
] as const
export type SheetColumn = (typeof sheetColumns)[number]
