import { readSheets } from '../../src/kit/spreadsheet/read-sheets.ts'

/** Returns the rows of the first sheet of a workbook. */
export const readRows = async (path: string): Promise<string[][]> => {
  const [sheet] = await readSheets(path, path)
  return sheet?.rows.map(({ cells }) => cells) ?? []
}
