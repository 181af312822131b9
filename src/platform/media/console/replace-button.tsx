import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import { MediaPicker } from '#console/kit/parts/media/media-picker.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { type Media, type MediaReplacement, media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { ReplaceDialog } from './replace-dialog.tsx'

/** Why this file cannot be replaced; null if it can. */
const explainIrreplaceable = ({ follow, barred }: MediaReplacement): string | null => {
  if (follow === 0) return m.media_field_stays()
  return barred > 0 ? m.media_field_barred() : null
}

/** Replaces a file that is in use by one from the library or a new upload. */
export function ReplaceButton({ medium, foreseen }: { medium: Media; foreseen: MediaReplacement }) {
  const [isPicking, setPicking] = useState(false)
  const [chosen, setChosen] = useState<Media>()
  if (!useMayWrite(media.replace.access) || foreseen.follow + foreseen.stay === 0) return null
  const reason = explainIrreplaceable(foreseen)
  if (reason) return <p>{reason}</p>
  return (
    <>
      <Button leftSection={<Icon name="refresh" />} onClick={() => setPicking(true)}>
        {m.media_replace_file()}
      </Button>
      <MediaPicker
        opened={isPicking}
        kind={medium.kind}
        close={() => setPicking(false)}
        choose={(other) => {
          setPicking(false)
          if (other._id !== medium._id) setChosen(other)
        }}
      />
      {chosen && (
        <ReplaceDialog medium={medium} foreseen={foreseen} chosen={chosen} close={() => setChosen(undefined)} />
      )}
    </>
  )
}
