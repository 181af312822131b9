import { TextControl } from '#console/kit/form/fields/basic-controls.tsx'
import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { fieldId } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'

/** Ordered social links of the footer. */
export function SocialLinksField() {
  return (
    <RowList
      name="social"
      maxRows={8}
      blank={{ name: { ko: '' }, url: '' }}
      add={m.settings_social_add()}
      title={(place) => m.settings_social_row({ place })}
    >
      {(path) => (
        <>
          <RowField label={m.settings_social_name()}>
            <LocalizedControl name={`${path}.name`} label={m.settings_social_name()} max={40} />
          </RowField>
          <RowField label={m.settings_social_url()} htmlFor={fieldId(`${path}.url`)}>
            <TextControl name={`${path}.url`} nullable={false} placeholder="https://" />
          </RowField>
        </>
      )}
    </RowList>
  )
}
