import { TextControl } from '#console/kit/form/fields/basic-controls.tsx'
import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { RichControl } from '#console/kit/form/fields/rich-text-control.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { m } from '#messages/messages.js'
import { blankItem } from './section-resource.tsx'

/** Edits the cards or slides of a section. */
export function ItemsField() {
  return (
    <RowList
      name="items"
      maxRows={12}
      blank={blankItem}
      add={m.pages_item_add()}
      title={(place) => m.pages_item({ place })}
    >
      {(path) => (
        <>
          <RowField label={m.list_column_name()}>
            <LocalizedControl name={`${path}.title`} label={m.list_column_name()} max={120} />
          </RowField>
          <RowField label={m.pages_item_text()}>
            <RichControl name={`${path}.text`} label={m.pages_item_text()} />
          </RowField>
          <RowField label={m.content_link()}>
            <TextControl name={`${path}.link`} room="half" nullable placeholder="/business/building" />
          </RowField>
          <RowField label={m.common_picture()}>
            <PictureControl name={`${path}.picture`} label={m.common_picture()} shape="4 / 3" />
          </RowField>
        </>
      )}
    </RowList>
  )
}
