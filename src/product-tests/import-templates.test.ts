import { expect, it } from 'vitest'
import { workImport } from '#auction/works/contract-sheet.ts'
import { locales } from '#kit/locale.ts'
import { mapColumns } from '#kit/spreadsheet/choose-layout.ts'
import { type ImportDefinition, templateOf } from '#kit/spreadsheet/import-definition.ts'
import { programmeImport } from '#match/programmes/contract.ts'
import { memberImport } from '#people/users/contract-import.ts'
import { shippingImport } from '#shop/orders/shipping/contract.ts'

const imports = Object.entries<ImportDefinition<string>>({ workImport, programmeImport, memberImport, shippingImport })

it.each(imports)('the template of %s is read back in every language, in any order of its columns', (_, definition) => {
  const names = Object.keys(definition.columns)
  for (const locale of locales) {
    const { heads } = templateOf(definition, locale)
    expect(Object.values(mapColumns(heads, definition)), locale).toEqual(names.map((_, column) => column))
    const reversed = names.map((_, column) => names.length - 1 - column)
    expect(Object.values(mapColumns(heads.toReversed(), definition)), locale).toEqual(reversed)
  }
})

it.each(imports)('no two columns of %s have the same synonym', (_, definition) => {
  for (const [name, { synonyms = [] }] of Object.entries(definition.columns))
    for (const synonym of synonyms) expect(mapColumns([synonym], definition)[name], synonym).toBe(0)
})
