import { fieldId } from '#console/form/form-context.ts'
import { TextControl } from '#console/form/plain-controls.tsx'
import { RowField, Rows } from '#console/form/rows.tsx'
import { m } from '#messages/messages.js'

/** Social links of the footer, in their order. */
export function SocialField() {
  return (
    <Rows
      name="social"
      most={8}
      blank={{ name: '', url: '' }}
      add={m.settings_social_add()}
      title={(place) => m.settings_social_row({ place })}
    >
      {(path) => (
        <>
          <RowField label={m.settings_social_name()} htmlFor={fieldId(`${path}.name`)}>
            <TextControl name={`${path}.name`} room="short" nullable={false} />
          </RowField>
          <RowField label={m.settings_social_url()} htmlFor={fieldId(`${path}.url`)}>
            <TextControl name={`${path}.url`} nullable={false} placeholder="https://" />
          </RowField>
        </>
      )}
    </Rows>
  )
}
