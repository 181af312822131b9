import { Checkbox, UnstyledButton } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useSectionName } from '#console/kit/manifest/manifests-provider.tsx'
import type { Answer } from '#kit/contract.ts'
import type { SectionAct } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import type { levels as contract, Level } from '../contract.ts'
import styles from './levels.module.css'
import { actLabels, cycleGrant, readGrant, toggleScope } from './resource.tsx'

interface MatrixProps {
  /** Levels with the unsaved changes, highest first. */
  levels: readonly Level[]
  /** Levels as saved. */
  saved: readonly Level[]
  sections: Answer<typeof contract.sections>['sections']
  mayWrite: boolean
  chosen: string | undefined
  choose: (id: string) => void
  change: (id: string, scopes: string[]) => void
}

interface Line {
  key: string
  /** Empty except in the first row of a section. */
  section: string
  name: string
  act: string
  scope: string
  isMine: boolean
  /** True if the permission can also require a second person. */
  isShared: boolean
  set: (scopes: readonly string[], isGranted: boolean) => string[]
}

/** Actions with a row of their own; "together" is a third state in the row of writing. */
const listSingleActs = (acts: readonly SectionAct[]) => acts.filter((act) => act !== 'together')

const getSection = ({ scope }: Line): string => scope.replace(/:write$/, '')

/** Moves the focus through the cells by arrow keys; Home and End go to the ends of the row. */
const moveBy = (event: KeyboardEvent<HTMLTableElement>) => {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
  const [row = 0, column = 0] = cell?.dataset.cell?.split(' ').map(Number) ?? []
  const steps: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
  }
  const to = steps[pressedKey(event)]
  if (!cell || !to) return
  const next = event.currentTarget.querySelector<HTMLInputElement>(`[data-cell="${to[0]} ${to[1]}"] input`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Matrix of sections and actions (rows) by levels (columns); a mark is a permission. */
export function PermissionMatrix({ levels, saved, sections, mayWrite, chosen, choose, change }: MatrixProps) {
  const nameOf = useSectionName()
  const entrance: Line = {
    key: 'console',
    section: m.levels_section_console(),
    name: m.levels_section_console(),
    act: m.levels_act_enter(),
    scope: 'console',
    isMine: true,
    isShared: false,
    set: (scopes, isGranted) => (isGranted ? [...scopes, 'console'] : []),
  }
  const lines: Line[] = [
    entrance,
    ...sections.flatMap(({ section, acts, mine }) =>
      listSingleActs(acts).map(
        (act, index): Line => ({
          key: `${section}:${act}`,
          section: index === 0 ? nameOf(section) : '',
          name: nameOf(section),
          act: acts.includes('together') ? m.levels_act_do() : actLabels[act](),
          scope: `${section}:${act}`,
          isMine: mine.includes(act),
          isShared: act === 'write' && acts.includes('together'),
          set: (scopes, isGranted) => {
            const next =
              acts.includes('together') && act === 'write'
                ? cycleGrant(scopes, section)
                : listSingleActs(acts).length === 1 && act === 'write'
                  ? [
                      ...scopes.filter((item) => item !== `${section}:write`),
                      ...(isGranted ? [`${section}:write`] : []),
                    ]
                  : toggleScope(scopes, section, act, isGranted)
            // Every console permission also needs access to the console.
            return next.length > 0 && !next.includes('console') ? ['console', ...next] : next
          },
        }),
      ),
    ),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={m.levels_matrix()}>
      <table className={styles.matrix} onKeyDown={moveBy}>
        <thead>
          <tr>
            <th scope="col" className={styles.section}>
              {m.levels_section()}
            </th>
            <th scope="col" className={styles.act}>
              {m.levels_act()}
            </th>
            {levels.map((level) => (
              <th key={level._id} scope="col" data-chosen={level._id === chosen || undefined}>
                <UnstyledButton
                  className={styles.level}
                  aria-pressed={level._id === chosen}
                  onClick={() => choose(level._id)}
                >
                  <strong>{level.title.ko}</strong>
                  <small>{m.levels_members({ count: level.members.toLocaleString() })}</small>
                </UnstyledButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr key={line.key} data-first={line.section !== '' || undefined}>
              {line.section === '' ? (
                <td className={styles.section} />
              ) : (
                <th scope="row" className={styles.section}>
                  {line.section}
                </th>
              )}
              <td className={styles.act}>{line.act}</td>
              {levels.map((level, column) => {
                const before = saved[column]
                const isGranted = level.scopes.includes(line.scope)
                const isTogether = line.isShared && readGrant(level.scopes, getSection(line)) === 'together'
                const wasTogether = line.isShared && before && readGrant(before.scopes, getSection(line)) === 'together'
                const isFixed = !mayWrite || !level.mayChange || !line.isMine || level.key === 'owner'
                return (
                  <td
                    key={level._id}
                    data-cell={`${row} ${column}`}
                    data-chosen={level._id === chosen || undefined}
                    data-changed={
                      before?.scopes.includes(line.scope) !== isGranted || wasTogether !== isTogether || undefined
                    }
                  >
                    <Checkbox
                      className={styles.check}
                      classNames={{ input: styles.input }}
                      aria-label={m.levels_cell({
                        level: level.title.ko,
                        section: line.name,
                        act: isTogether ? m.levels_act_together() : line.act,
                      })}
                      indeterminate={isTogether}
                      checked={isGranted}
                      disabled={isFixed}
                      onChange={({ currentTarget }) => change(level._id, line.set(level.scopes, currentTarget.checked))}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.help}>
        <span className={styles.legend}>
          <Checkbox checked readOnly tabIndex={-1} aria-hidden="true" />
          {m.levels_legend_alone()}
        </span>
        <span className={styles.legend}>
          <Checkbox classNames={{ input: styles.input }} indeterminate readOnly tabIndex={-1} aria-hidden="true" />
          {m.levels_legend_together()}
        </span>
        <span>{m.levels_keys()}</span>
      </p>
    </section>
  )
}
