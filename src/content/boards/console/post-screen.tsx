import { useSearchParams } from 'react-router'
import { RecordLoader } from '#console/kit/form/record-loader.tsx'
import { m } from '#messages/messages.js'
import { PostEditor } from './post-editor.tsx'
import { asDraft, blankPost, resource, toInput } from './resource.tsx'

/** Two languages and a panel want the width: the pane is folded meanwhile. */
export const handle = { roomy: true }

/** A post that is written: one that is there, a new one for the board the address names, or a copy. */
export default function PostScreen() {
  const [parameters] = useSearchParams()
  const code = parameters.get('code') ?? 'news'
  return (
    <RecordLoader resource={resource} title={m.boards_create()} note={m.boards_title()}>
      {(record, copied) => (
        <PostEditor
          key={record?._id ?? 'new'}
          record={record}
          begin={copied ? asDraft(toInput(copied)) : blankPost(code)}
        />
      )}
    </RecordLoader>
  )
}
