import { m } from '#messages/messages.js'
import styles from './audit-screen.module.css'

interface Change {
  path: string
  before: string | undefined
  after: string | undefined
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Leaf values of a record by dotted path: `texts.ko.subject`. Empty lists and objects count as leaves. */
const leaves = (value: unknown, path = ''): [string, string][] => {
  if (value === undefined || value === null) return []
  if (!isBranch(value) || Object.keys(value).length === 0)
    return [[path, typeof value === 'string' ? value : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, below]) => leaves(below, path ? `${path}.${name}` : name))
}

/** Differences between two states of a record, by path. */
export const diffRecords = (before: unknown, after: unknown): Change[] => {
  const old = new Map(leaves(before))
  const now = new Map(leaves(after))
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((change) => change.before !== change.after)
}

/** Timestamps change with every save and are not shown. */
const stamps = ['updatedAt', 'createdAt']

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = diffRecords(before, after).filter(({ path }) => !stamps.includes(path))
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
