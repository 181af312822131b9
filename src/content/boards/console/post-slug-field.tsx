import { TextInput, UnstyledButton } from '@mantine/core'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'
import { publicPathPrefixes } from './post-resource.tsx'
import styles from './post-settings.module.css'

/**
 * Converts the Latin words of a subject into a slug: `Winter condensation: defect?` becomes
 * `winter-condensation-defect`.
 */
export const createSlug = (subject: string): string =>
  subject
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')

export function SlugField({ code, subject }: { code: string; subject: string }) {
  const { value, error, set, blur } = usePath('slug')
  const typed = typeof value === 'string' ? value : ''
  const proposal = createSlug(subject)
  const prefix = publicPathPrefixes[code] ?? '/'
  return (
    <div className={styles.slug}>
      <TextInput
        id={fieldId('slug')}
        label={m.boards_slug()}
        leftSection={<span className={styles.place}>{prefix}</span>}
        leftSectionWidth={prefix.length * 7.5 + 14}
        placeholder={m.boards_slug_none()}
        value={typed}
        maxLength={80}
        error={error}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? null : currentTarget.value)}
        onBlur={blur}
      />
      {proposal && proposal !== typed && (
        <UnstyledButton className={styles.accent} onClick={() => set(proposal)}>
          {m.boards_slug_propose({ slug: proposal })}
        </UnstyledButton>
      )}
    </div>
  )
}
