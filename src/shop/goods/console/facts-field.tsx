import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { m } from '#messages/messages.js'

/** Details of a product as pairs of label and text: material, size, origin. */
export function FactsField() {
  return (
    <RowList
      name="facts"
      maxRows={20}
      blank={{ label: { ko: '' }, text: { ko: '' } }}
      add={m.goods_fact_add()}
      title={(place) => m.goods_fact({ place })}
    >
      {(path) => (
        <>
          <RowField label={m.goods_fact_label()}>
            <LocalizedControl name={`${path}.label`} label={m.goods_fact_label()} max={40} />
          </RowField>
          <RowField label={m.goods_fact_text()}>
            <LocalizedControl name={`${path}.text`} label={m.goods_fact_text()} max={200} />
          </RowField>
        </>
      )}
    </RowList>
  )
}
