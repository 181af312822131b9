import type { PaletteEntry, PaletteSource } from '#console/kit/manifest/console-manifest.ts'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { RecordPreview } from '#console/kit/parts/preview/record-preview.tsx'
import { columnInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { PostLine } from '../contract.ts'
import { type EffectiveState, getEffectiveState } from '../rules.ts'
import { boardsPath, client, resource } from './post-resource.tsx'

const stateLabels: Record<EffectiveState, () => string> = {
  draft: m.common_state_draft,
  hidden: m.common_state_hidden,
  scheduled: m.common_state_scheduled,
  ended: m.common_state_ended,
  published: m.common_state_published,
}

type Direction = 'publish' | 'hide'

const changeVisibility = async (id: string, direction: Direction, reload: () => Promise<void>) => {
  await client.bulk({ body: { ids: [id], act: direction } })
  await reload()
}

const changeAndNotify = async (id: string, act: Direction, reload: () => Promise<void>) => {
  try {
    await changeVisibility(id, act, reload)
    showSuccess(act === 'publish' ? m.palette_published() : m.palette_hidden(), () =>
      changeVisibility(id, act === 'publish' ? 'hide' : 'publish', reload),
    )
  } catch (error) {
    showError(error)
  }
}

const listActions = ({ _id, texts }: PostLine, state: EffectiveState, reload: () => Promise<void>): PaletteEntry[] => {
  const name = texts.ko.subject
  if (state === 'published')
    return [
      {
        key: 'hide',
        label: m.palette_act_hide({ name }),
        icon: 'eyeOff',
        run: () => void changeAndNotify(_id, 'hide', reload),
      },
    ]
  if (state === 'hidden')
    return [
      {
        key: 'publish',
        label: m.palette_act_publish({ name }),
        icon: 'publish',
        run: () => void changeAndNotify(_id, 'publish', reload),
      },
    ]
  return []
}

const toPaletteEntry = (post: PostLine): PaletteEntry => {
  const { ko } = post.texts
  const state = getEffectiveState(ko, new Date())
  const to = `${boardsPath}/${post._id}`
  return {
    key: to,
    to,
    label: ko.subject,
    note: `${m.shell_place_boards()} · ${listInstant(post.updatedAt)}`,
    mark: state,
    preview: (
      <RecordPreview
        title={ko.subject}
        overline={stateLabels[state]()}
        picture={post.thumb}
        text={ko.summary}
        facts={[
          [m.palette_author(), post.author?.name],
          [m.palette_period(), ko.publishFrom && columnInstant(ko.publishFrom)],
          [m.palette_updated(), columnInstant(post.updatedAt)],
        ]}
      />
    ),
    actions: (reload) => listActions(post, state, reload),
  }
}

export const find: PaletteSource['find'] = async (q, limit, signal) => {
  const { total, records } = await resource.list({ q, limit, sort: '-updatedAt' }, { signal })
  return { total, entries: records.map(toPaletteEntry) }
}
