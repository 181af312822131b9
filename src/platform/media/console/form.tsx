import { Button } from '@mantine/core'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { MediaInput } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { MediaFacts } from './media-facts.tsx'
import { MediaUses } from './media-uses.tsx'
import { resource } from './resource.tsx'

export default function MediaForm() {
  return (
    <FormScreen
      resource={resource}
      schema={MediaInput}
      blank={{ alt: {} }}
      toInput={({ alt }) => ({ alt })}
      name={() => ''}
      recordName={(medium) => medium.name}
      newTitle={m.media_title()}
      unremovable={({ uses }) => (uses > 0 ? m.media_remove_used() : null)}
      back={{ to: '/console/media', label: m.media_title() }}
      acts={(_, medium) =>
        medium && (
          <Button
            component="a"
            href={medium.file.url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<Icon name="external" />}
          >
            {m.media_open()}
          </Button>
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
      groups={[
        {
          title: m.form_alt(),
          fields: [
            { kind: 'localized', name: 'alt', label: m.form_alt(), help: m.media_alt_help(), max: 300, lines: 2 },
          ],
        },
      ]}
    />
  )
}
