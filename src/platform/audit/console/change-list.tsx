import { m } from '#messages/messages.js'
import styles from './audit-screen.module.css'

interface Change {
  path: string
  before: string | undefined
  after: string | undefined
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Leaf values of a record by dotted path: `texts.ko.subject`. Empty lists and objects count as leaves. */
const listLeaves = (value: unknown, path = ''): [string, string][] => {
  if (value === undefined || value === null) return []
  if (!isBranch(value) || Object.keys(value).length === 0)
    return [[path, typeof value === 'string' ? value : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, below]) => listLeaves(below, path ? `${path}.${name}` : name))
}

/** Differences between two states of a record, by path. */
export const diffRecords = (before: unknown, after: unknown): Change[] => {
  const leavesBefore = new Map(listLeaves(before))
  const leavesAfter = new Map(listLeaves(after))
  return [...new Set([...leavesBefore.keys(), ...leavesAfter.keys()])]
    .map((path) => ({ path, before: leavesBefore.get(path), after: leavesAfter.get(path) }))
    .filter((change) => change.before !== change.after)
}

/** Timestamps change with every save and are not shown. */
const timestampFields = ['updatedAt', 'createdAt']

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = diffRecords(before, after).filter(({ path }) => !timestampFields.includes(path))
  if (changes.length === 0) return <p className={styles.nothing}>{m.audit_no_changes()}</p>
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path}>
          <dt>{change.path || m.audit_whole()}</dt>
          <dd>
            {change.before !== undefined && <del>{change.before}</del>}
            {change.after !== undefined && <ins>{change.after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
