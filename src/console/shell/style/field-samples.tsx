import { Loader, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { UploadProgress } from '#console/kit/parts/media/upload-progress.tsx'
import { InstantInput } from '#console/kit/parts/time/instant-input.tsx'
import { m } from '#messages/messages.js'
import { Family, Sample } from './sample.tsx'
import styles from './style-guide.module.css'

export function Fields() {
  const label = m.style_field_label()
  const [moment, setMoment] = useState<string | null>('2026-11-24T00:00:00.000Z')
  return (
    <Family title={m.style_fields()}>
      <Sample name={m.style_field_rest()}>
        <TextInput className={styles.field} label={label} placeholder={m.style_field_empty()} />
        <TextInput className={styles.field} label={label} defaultValue={m.style_field_value()} />
        <TextInput
          className={styles.field}
          type="search"
          aria-label={m.shell_find()}
          placeholder={m.shell_find()}
          leftSection={<Icon name="search" />}
          rightSection={<kbd>/</kbd>}
        />
      </Sample>
      <Sample name={m.style_field_help()}>
        <TextInput
          className={styles.field}
          label={label}
          description={m.style_field_help_text()}
          defaultValue={m.style_field_value()}
          withAsterisk
        />
      </Sample>
      <Sample name={m.style_field_wrong()}>
        <TextInput className={styles.field} label={label} defaultValue="winter" error={m.style_field_wrong_text()} />
      </Sample>
      <Sample name={m.style_field_read_only()}>
        <TextInput className={styles.field} label={label} defaultValue={m.style_field_value()} readOnly />
      </Sample>
      <Sample name={m.style_field_disabled()}>
        <TextInput
          className={styles.field}
          label={label}
          defaultValue={m.style_field_value()}
          description={m.style_word_reason()}
          disabled
        />
      </Sample>
      <Sample name={m.style_field_saving()}>
        <TextInput
          className={styles.field}
          label={label}
          defaultValue={m.style_field_value()}
          readOnly
          rightSection={<Loader size={14} color="bronze" role="img" aria-label={m.style_word_saving()} />}
        />
      </Sample>
      <Sample name={m.style_field_upload()}>
        <div className={styles.wide}>
          <UploadProgress
            uploading={{ name: 'facade.jpg', progress: 0.42 }}
            cancel={() => showSuccess(m.style_word_undone())}
          />
        </div>
      </Sample>
      <Sample name={m.style_field_kinds()}>
        <Select
          className={styles.field}
          label={m.style_field_choice()}
          data={[m.style_word_all(), m.style_word_mine(), m.style_word_some()]}
          defaultValue={m.style_word_all()}
        />
        <NumberInput className={styles.field} label={m.style_field_number()} defaultValue={600} thousandSeparator />
        <PasswordInput
          className={styles.field}
          label={m.login_password()}
          defaultValue="daecheong"
          visibilityToggleButtonProps={{ 'aria-label': m.login_show_password() }}
        />
        <div className={styles.field}>
          <InstantInput
            id="style-moment"
            label={m.style_field_moment()}
            none={m.style_field_empty()}
            value={moment}
            onChange={setMoment}
          />
        </div>
        <Textarea
          className={styles.field}
          label={m.style_field_long()}
          defaultValue={m.style_type_sample()}
          autosize
          minRows={3}
        />
      </Sample>
    </Family>
  )
}
