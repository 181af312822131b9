import { PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { RowList } from '#console/kit/form/fields/row-list.tsx'
import { m } from '#messages/messages.js'
import { maxThumbs } from '../rules.ts'

/** Pictures of a fair in display order. */
export function ThumbsField() {
  return (
    <RowList
      name="thumbs"
      maxRows={maxThumbs}
      blank={null}
      add={m.fairs_thumb_add()}
      title={(place) => m.fairs_thumb({ place })}
    >
      {(path, index) => <PictureControl name={path} label={m.fairs_thumb({ place: index + 1 })} shape="4 / 3" />}
    </RowList>
  )
}
