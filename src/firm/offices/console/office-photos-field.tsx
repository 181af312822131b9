import { PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { RowList } from '#console/kit/form/fields/row-list.tsx'
import { m } from '#messages/messages.js'

/** Photographs of an office in display order. */
export function PhotosField() {
  return (
    <RowList
      name="photos"
      maxRows={9}
      blank={null}
      add={m.people_photo_add()}
      title={(place) => m.people_photo({ place })}
    >
      {(path, index) => <PictureControl name={path} label={m.people_photo({ place: index + 1 })} shape="4 / 3" />}
    </RowList>
  )
}
