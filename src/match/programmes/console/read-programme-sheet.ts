import readExcelFile from 'read-excel-file/browser'

const columns = ['programme', 'year', 'businessNumber', 'company', 'ceo', 'category', 'address', 'product'] as const

export type SheetRow = { line: number } & Record<(typeof columns)[number], string>

/** Reads the rows below the header of a spreadsheet, each cell as text, in the column order shown on screen. */
export const readProgrammeSheet = async (file: File): Promise<SheetRow[]> => {
  const [sheet] = await readExcelFile(file)
  const [, ...rows] = sheet?.data ?? []
  return rows
    .map((cells, index) => {
      const texts = columns.map(
        (name, column) =>
          [
            name,
            String(cells[column] ?? '')
              .trim()
              .slice(0, 200),
          ] as const,
      )
      return { line: index + 2, ...Object.fromEntries(texts) } as SheetRow
    })
    .filter(({ company, businessNumber }) => company !== '' || businessNumber !== '')
}
