import { useSearchParams } from 'react-router'
import { RecordLoader } from '#console/kit/form/record-loader.tsx'
import { m } from '#messages/messages.js'
import { PostEditor } from './post-editor.tsx'
import { copyAsDraft, createBlankPost, resource, toInput } from './post-resource.tsx'

/** Collapses the navigation pane: the editor needs its width. */
export const handle = { roomy: true }

/** Editor page for a stored post, a new post of the board in the URL, or a copy. */
export default function PostScreen() {
  const [parameters] = useSearchParams()
  const code = parameters.get('code') ?? 'news'
  return (
    <RecordLoader resource={resource} title={m.boards_create()} note={m.boards_title()}>
      {(record, copied) => (
        <PostEditor
          key={record?._id ?? 'new'}
          record={record}
          begin={copied ? copyAsDraft(toInput(copied)) : createBlankPost(code)}
        />
      )}
    </RecordLoader>
  )
}
