import { m } from '#messages/messages.js'
import { Picture } from '#ui/media/picture.tsx'
import { hallPictureSource } from './hall-picture-source.ts'

/** Decorative picture of the exhibition hall from above. */
export function HallPicture({ className }: { className?: string | undefined }) {
  return (
    <Picture
      picture={hallPictureSource}
      sizes="(min-width: 1200px) 54vw, 100vw"
      alt={m.match_hall_alt()}
      isFirst
      {...(className && { className })}
    />
  )
}
