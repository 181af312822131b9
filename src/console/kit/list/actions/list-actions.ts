import { CallPending } from '#kit/client.ts'
import type { Section } from '#kit/scopes.ts'
import { refusalMessage } from '#session/error-message.ts'
import type { IconName } from '../../parts/icon.tsx'

/** Result of an action on several records. */
export interface ActionResult {
  done: number
  /** Number of records whose change now waits for another person's approval. */
  pending?: number
  failed: { id: string; message: string }[]
  /** Undoes the action; offered for 30 s. */
  undo?: () => Promise<void>
}

/** Action on the selected records. Declare actions from the least to the most harmful. */
export interface ListAction<Item> {
  key: string
  label: string
  icon: IconName
  /** Shown in clay, after the other actions. */
  isHarmful?: boolean
  /** Confirmation that names the records, for actions that cannot be undone. */
  confirm?: (records: Item[]) => { title: string; text: string; label: string }
  /** Options to choose from first, e.g. where to move the records. */
  choices?: readonly { value: string; label: string }[]
  run: (records: Item[], choice: string) => Promise<ActionResult>
  /** Toast text after the action. */
  doneText: (done: number) => string
  /** Section whose write right the action requires, if not the list's. */
  needs?: Section
  /** True if the action applies to this view (e.g. no restore outside the trash) and this number of records. */
  appliesTo?: (filters: Record<string, string>, chosen: number) => boolean
}

/** Number of concurrent calls of one action. */
const maxConcurrent = 4

/**
 * Runs a change on each record, a few concurrently; reports the records done, those waiting for approval, and those
 * that failed. Never throws.
 */
export const forEachRecord = async <Item extends { _id: string }>(
  records: readonly Item[],
  change: (record: Item) => Promise<unknown>,
): Promise<{ done: Item[]; pending: Item[]; failed: ActionResult['failed'] }> => {
  const waiting = [...records]
  const done: Item[] = []
  const pending: Item[] = []
  const failed: ActionResult['failed'] = []
  const worker = async () => {
    for (let record = waiting.shift(); record; record = waiting.shift()) {
      try {
        await change(record)
        done.push(record)
      } catch (error) {
        if (error instanceof CallPending) pending.push(record)
        else failed.push({ id: record._id, message: refusalMessage(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  return { done, pending, failed }
}

/** Turns a change of one record into an action on each. */
export const actOnEach =
  <Item extends { _id: string }>(change: (record: Item) => Promise<unknown>) =>
  async (records: readonly Item[]): Promise<ActionResult> => {
    const { done, pending, failed } = await forEachRecord(records, change)
    return { done: done.length, pending: pending.length, failed }
  }
