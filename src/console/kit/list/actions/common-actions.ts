import type { Recorded, Resource } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { forEachRecord, type ListAction } from './list-actions.ts'

interface Showable extends Recorded {
  visible: boolean
}

type Shown<Shape> = Pick<Resource<Recorded, Shape, string, string>, 'update'>
type Removable = Partial<Pick<Resource<Recorded, never, string, string>, 'remove'>>

/** Show and hide actions, for records with a `visible` field. */
export const visibilityActions = <Shape extends { visible: boolean }>(
  resource: Shown<Shape>,
  change: (visible: boolean) => Partial<Shape>,
): ListAction<Showable>[] => {
  const set = (visible: boolean) => async (records: Showable[]) => {
    const moving = records.filter((record) => record.visible !== visible)
    const changed: Recorded[] = []
    const { done, failed } = await forEachRecord(moving, async (record) => {
      changed.push(await resource.update(record._id, change(visible), record.updatedAt))
    })
    const undo = async () => {
      await forEachRecord(changed, (record) => resource.update(record._id, change(!visible), record.updatedAt))
    }
    return { done: done.length, failed, undo }
  }
  return [
    {
      key: 'show',
      label: m.list_act_show(),
      icon: 'eye',
      run: set(true),
      doneText: (done) => m.list_said_shown({ count: done }),
    },
    {
      key: 'hide',
      label: m.list_act_hide(),
      icon: 'eyeOff',
      run: set(false),
      doneText: (done) => m.list_said_hidden({ count: done }),
    },
  ]
}

/** Permanent deletion after a confirmation, for modules without a trash. */
export const deleteAction = <Item extends Recorded>(
  resource: Removable,
  name: (record: Item) => string,
): ListAction<Item>[] => {
  const { remove } = resource
  if (!remove) return []
  return [
    {
      key: 'remove',
      label: m.list_act_remove(),
      icon: 'trash',
      isHarmful: true,
      confirm: (records) => ({
        title: m.list_remove_title({ count: records.length }),
        text: joinNames(records, name),
        label: m.list_remove_confirm({ count: records.length }),
      }),
      run: async (records) => {
        const { done, failed } = await forEachRecord(records, (record) => remove(record._id))
        return { done: done.length, failed }
      },
      doneText: (done) => m.list_said_removed({ count: done }),
    },
  ]
}

/** First names, and the number of further ones. */
export const joinNames = <Item>(records: readonly Item[], name: (record: Item) => string): string => {
  const shown = records.slice(0, 5).map((record) => m.list_quoted({ name: name(record) }))
  const more = records.length - shown.length
  return more > 0 ? `${shown.join(', ')} ${m.list_and_more({ count: more })}` : shown.join(', ')
}
