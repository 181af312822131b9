export const memberStates = ['active', 'dormant', 'locked'] as const
export type MemberState = (typeof memberStates)[number]

/** Maximum number of rows of one Excel import. */
export const maxImportedRows = 5000

/** Columns of the Excel file in order; the message catalog has their headings. */
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
