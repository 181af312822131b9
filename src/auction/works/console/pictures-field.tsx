import { PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { RowList } from '#console/kit/form/fields/row-list.tsx'
import { m } from '#messages/messages.js'
import { maxPictures } from '../rules.ts'

/** Pictures of a work; the first is shown on the wall. */
export function PicturesField() {
  return (
    <RowList
      name="pictures"
      maxRows={maxPictures}
      blank={null}
      add={m.works_picture_add()}
      title={(place) => m.works_picture({ place })}
    >
      {(path, index) => <PictureControl name={path} label={m.works_picture({ place: index + 1 })} />}
    </RowList>
  )
}
