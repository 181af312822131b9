import { CallPending, CallRefused } from '#kit/client.ts'
import type { Section } from '#kit/scopes.ts'
import type { IconName } from '../../parts/icon.tsx'

/** What became of an act over several records. */
export interface Outcome {
  done: number
  /** Of how many another person was asked to approve it. */
  asked?: number
  failed: { id: string; message: string }[]
  /** Takes it back; offered for 30 s. */
  undo?: () => Promise<void>
}

/** Something that can be done with the chosen records. Declared in the order of the harm they do. */
export interface Act<Item> {
  key: string
  label: string
  icon: IconName
  /** Said in clay, at the end. */
  harm?: boolean
  /** Asked before, by name, where nothing can bring the records back. */
  confirm?: (records: Item[]) => { title: string; text: string; label: string }
  /** What to choose from before it is done: where to move to. */
  choices?: readonly { value: string; label: string }[]
  run: (records: Item[], choice: string) => Promise<Outcome>
  /** What the toast says afterwards. */
  said: (done: number) => string
  /** The section whose right it takes, where that is another than the list's. */
  needs?: Section
  /** Views in which it makes sense (no restoring of what is not in the trash), and how many records it takes at once. */
  when?: (filters: Record<string, string>, chosen: number) => boolean
}

/** How many calls one act keeps under way. */
const abreast = 4

/** What an act has no field to show beside is its reason, more precise than the refusal itself. */
const messageOf = (error: unknown): string => {
  const reasons = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  if (reasons.length > 0) return reasons.join(' ')
  return error instanceof Error ? error.message : String(error)
}

/**
 * Does one thing with each record, a few at a time, and says of which another person was asked to approve it, and with
 * which it went wrong. Never throws.
 */
export const forEachRecord = async <Item extends { _id: string }>(
  records: readonly Item[],
  change: (record: Item) => Promise<unknown>,
): Promise<{ done: Item[]; asked: Item[]; failed: Outcome['failed'] }> => {
  const waiting = [...records]
  const done: Item[] = []
  const asked: Item[] = []
  const failed: Outcome['failed'] = []
  const worker = async () => {
    for (let record = waiting.shift(); record; record = waiting.shift()) {
      try {
        await change(record)
        done.push(record)
      } catch (error) {
        if (error instanceof CallPending) asked.push(record)
        else failed.push({ id: record._id, message: messageOf(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: abreast }, worker))
  return { done, asked, failed }
}

/** An act that does one thing with each record. */
export const each =
  <Item extends { _id: string }>(change: (record: Item) => Promise<unknown>) =>
  async (records: readonly Item[]): Promise<Outcome> => {
    const { done, asked, failed } = await forEachRecord(records, change)
    return { done: done.length, asked: asked.length, failed }
  }
