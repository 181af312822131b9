import { Button } from '@mantine/core'
import type { z } from 'zod'
import type { FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { type Media, MediaInput } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { unusedAfter } from '../rules.ts'
import { CropButton } from './crop-button.tsx'
import { center, FocusField } from './focus-field.tsx'
import { MediaFacts } from './media-facts.tsx'
import { MediaUses } from './media-uses.tsx'
import { resource } from './resource.tsx'

/** The form has all fields of a file; an API call may omit unchanged ones. */
const Shape = MediaInput.required()

/** Why a file cannot be deleted now: it is in use, or an open form may be about to use it. */
const explainUndeletable = ({ uses, createdAt }: Media): string | null => {
  if (uses > 0) return m.media_remove_used()
  const from = Date.parse(createdAt) + unusedAfter
  return Date.now() < from ? m.media_remove_fresh({ time: fullInstant(new Date(from).toISOString()) }) : null
}

export default function MediaForm() {
  return (
    <FormScreen
      resource={resource}
      schema={Shape}
      blank={{ alt: {}, focus: null }}
      // Always set for pictures, because a form cannot have a conditional field.
      toInput={({ alt, focus, picture }) => ({ alt, focus: picture ? (focus ?? center) : null })}
      name={() => ''}
      recordName={(medium) => medium.name}
      newTitle={m.media_title()}
      unremovable={explainUndeletable}
      back={{ to: '/console/media', label: m.media_title() }}
      actions={(_, medium) =>
        medium && (
          <>
            <CropButton medium={medium} />
            <Button
              component="a"
              href={medium.file.url}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<Icon name="external" />}
            >
              {m.media_open()}
            </Button>
          </>
        )
      }
      aside={(_, medium) =>
        medium && (
          <>
            <MediaFacts medium={medium} />
            <MediaUses medium={medium} />
          </>
        )
      }
      groups={({ focus }): readonly FieldGroup<z.infer<typeof Shape>>[] => [
        {
          title: m.form_alt(),
          fields: [
            { kind: 'localized', name: 'alt', label: m.form_alt(), help: m.media_alt_help(), max: 300, lines: 2 },
          ],
        },
        ...(focus
          ? [
              {
                title: m.media_focus(),
                fields: [
                  {
                    kind: 'custom' as const,
                    name: 'focus' as const,
                    label: m.media_focus(),
                    help: m.media_focus_help(),
                    wide: true,
                    render: () => <FocusField />,
                  },
                ],
              },
            ]
          : []),
      ]}
    />
  )
}
